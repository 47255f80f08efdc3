import { beforeEach, expect, it, vi } from 'vitest';
import { noteNoAnswer } from '../../lib/network';
import { fakeServer } from '../../testing/fake-server';
import { held } from '../../testing/held';
import { resetStores } from '../store/reset';
import { type RefreshReason, setLive } from './live';
import { refresh, refreshForEvent, setMemberSource } from './refresh';

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

/** Notes which refreshes ended, and lets each one succeed or fail. */
function answer() {
  const ends: ((succeeds: boolean) => void)[] = [];
  const reasons = follow(() => new Promise<boolean>((resolve) => ends.push(resolve)));
  const turn = () => new Promise((resolve) => setTimeout(resolve));
  return {
    reasons,
    turn,
    async end(succeeds: boolean) {
      await turn();
      ends.shift()?.(succeeds);
    },
  };
}

it.each(['gap', 'fallback', 'focus'] as const)(
  'makes up for a failed refresh after a reconnect with the next one (%s), called at any moment',
  async (reason) => {
    for (let steps = 0; steps < 30; steps += 1) {
      resetStores();
      const { reasons, turn, end } = answer();
      void refresh('connect');
      await end(false);
      for (let step = 0; step < steps; step += 1) await null;
      void refresh(reason);
      await end(false);
      await turn();
      void refresh(reason);
      await end(true);
      await turn();
      void refresh(reason);
      await end(true);
      expect([steps, ...reasons]).toEqual([steps, 'connect', 'connect', 'connect', reason]);
    }
  },
);

it('doesn’t keep the next member waiting for the answer to the last one, and owes them nothing', async () => {
  const { reasons, turn, end } = answer();
  void refresh('connect');
  void refresh('connect');
  await turn();
  resetStores();
  void refresh('start');
  expect(reasons).toEqual(['connect', 'start']);
  await end(false);
  await end(true);
  await turn();
  void refresh('gap');
  expect(reasons).toEqual(['connect', 'start', 'gap']);
  await end(true);
});

it('calls no part for the next member on behalf of the last one, whenever the session ends', async () => {
  for (const answers of [true, false])
    for (let steps = 0; steps < 30; steps += 1) {
      resetStores();
      const late = held(null);
      fakeServer({
        'GET /api/refresh': () =>
          late.reply().then(() => (answers ? { body: { success: true, data: {} } } : 'network')),
      });
      // While the server doesn't answer, the parts wait for the first call.
      if (!answers) noteNoAnswer();
      const calls: string[] = [];
      let member = 'first';
      const note = async () => {
        calls.push(member);
        return true;
      };
      setLive({ parts: [{ onRefresh: note, afterRefresh: note }], refresh: {} as never });
      void refresh('gap');
      late.release();
      for (let step = 0; step < steps; step += 1) await null;
      resetStores();
      member = 'next';
      await new Promise((resolve) => setTimeout(resolve));
      expect([answers, steps, calls.filter((each) => each === 'next')]).toEqual([answers, steps, []]);
    }
});

it('calls nothing for a visitor whose session has just ended', async () => {
  const { calls } = fakeServer({});
  const onRefresh = vi.fn(async () => true);
  setLive({ parts: [{ onRefresh }], refresh: {} as never });
  setMemberSource(() => false);
  await refresh('gap');
  setMemberSource(() => true);
  expect([calls, onRefresh.mock.calls]).toEqual([[], []]);
});
