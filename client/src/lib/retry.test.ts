import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { retry } from './retry';

describe('retry', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const failing = (failures: number) => vi.fn(async () => failures-- <= 0);
  const isDone = (done: boolean) => done;

  it('runs the work with growing pauses until its outcome is accepted; the last pause repeats', async () => {
    const startMs = Date.now();
    const atMs: number[] = [];
    const work = failing(4);
    const outcome = retry(
      () => {
        atMs.push(Date.now() - startMs);
        return work();
      },
      { until: isDone, pausesMs: [100, 1_000] },
    );
    await vi.runAllTimersAsync();
    expect(await outcome).toBe(true);
    expect(atMs).toEqual([0, 100, 1_100, 2_100, 3_100]);
  });

  it('keeps a longer pause that the outcome asks for, and ends after the maximum of tries', async () => {
    const work = failing(9);
    const startMs = Date.now();
    const outcome = retry(work, { until: isDone, pausesMs: [100], requestedPauseMs: () => 5_000, triesMax: 3 });
    await vi.runAllTimersAsync();
    expect(await outcome).toBe(false);
    expect([work.mock.calls.length, Date.now() - startMs]).toEqual([3, 10_000]);
  });

  it('does not run again when the outcome is accepted after the pause', async () => {
    const work = failing(9);
    let wanted = true;
    const outcome = retry(work, { until: () => !wanted, pausesMs: [100] });
    await vi.advanceTimersByTimeAsync(10);
    wanted = false;
    await vi.runAllTimersAsync();
    expect([await outcome, work.mock.calls.length]).toEqual([false, 1]);
  });

  it('returns the last outcome as soon as it is aborted, and does not run again', async () => {
    const work = failing(9);
    const controller = new AbortController();
    const outcome = retry(work, { until: isDone, pausesMs: [60_000], signal: controller.signal });
    await vi.advanceTimersByTimeAsync(10);
    controller.abort();
    expect(await outcome).toBe(false);
    await vi.runAllTimersAsync();
    expect(work).toHaveBeenCalledTimes(1);
  });
});
