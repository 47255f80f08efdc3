import { beforeEach, expect, it, vi } from 'vitest';
import { resetStores } from '../store/reset';
import { type RefreshReason, setLive } from './live';
import { refresh, refreshForEvent } from './refresh';

vi.mock('./socket', () => ({ isConnected: () => true }));
beforeEach(resetStores);

it('runs once more for a call at any moment before it has ended', async () => {
  let runs = 0;
  let end: () => void = () => undefined;
  const onRefresh = async () => {
    runs += 1;
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    return true;
  };
  // Without a table of lists, the parts are all.
  setLive({ parts: [{ onRefresh }], refresh: null as never });
  const endAll = async () => {
    end();
    await new Promise((resolve) => setTimeout(resolve));
  };
  for (let steps = 0; steps < 30; steps += 1) {
    runs = 0;
    void refresh('gap');
    await new Promise((resolve) => setTimeout(resolve));
    end();
    for (let step = 0; step < steps; step += 1) await null;
    void refresh('gap');
    await endAll();
    await endAll();
    expect([steps, runs]).toEqual([steps, 2]);
  }
});

/** Runs refreshes with this part, and returns the reasons that it got. */
function follow(part: () => Promise<boolean>): RefreshReason[] {
  const reasons: RefreshReason[] = [];
  const onRefresh = (reason: RefreshReason) => {
    reasons.push(reason);
    return part();
  };
  setLive({ parts: [{ onRefresh }], refresh: null as never });
  return reasons;
}

it('repeats a refresh that failed unexpectedly, and with it what was called for meanwhile', async () => {
  vi.useFakeTimers();
  const reasons = follow(async () => {
    if (reasons.length > 1) return true;
    await null;
    void refresh('connect').catch(() => undefined);
    throw new Error('a part has a fault');
  });
  await expect(refresh('gap')).rejects.toThrow('a part has a fault');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reasons).toEqual(['gap', 'connect']);
  vi.useRealTimers();
});

it.each([
  ['once per event that comes after the last refresh', true, 100],
  ['a few times while refreshes fail', false, 10],
])('refreshes for events that can’t be applied %s', async (_, succeeds, max) => {
  vi.useFakeTimers();
  const reasons = follow(async () => succeeds);
  for (let events = 0; events < 100; events += 1) {
    void refreshForEvent();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(reasons.length).toBeLessThanOrEqual(max);
  expect(reasons.length).toBeGreaterThanOrEqual(max / 4);
  vi.useRealTimers();
});
