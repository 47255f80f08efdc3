import { describe, expect, it, vi } from 'vitest';
import { always, cachedFor, retry } from './timers.js';

const failing = (times: number) => {
  let tries = 0;
  return async () => {
    tries += 1;
    if (tries <= times) throw new Error(`try ${tries}`);
    return tries;
  };
};

it('resolves to the first success, and reports each failure before it', async () => {
  const errors: unknown[] = [];
  const onRetry = (error: unknown) => errors.push((error as Error).message);
  expect(await retry(failing(3), { pausesMs: always(1), onRetry })).toBe(4);
  expect(errors).toEqual(['try 1', 'try 2', 'try 3']);
});

it('rejects with the last error when the pauses have run out', async () => {
  const onRetry = () => undefined;
  await expect(retry(failing(3), { pausesMs: [1, 1], onRetry })).rejects.toThrow('try 3');
  expect(await retry(failing(2), { pausesMs: [1, 1], onRetry })).toBe(3);
});

it('stops once it is no longer wanted', async () => {
  let failures = 0;
  const onRetry = () => (failures += 1);
  const wanted = () => failures < 2;
  await expect(retry(failing(9), { pausesMs: always(1), onRetry, wanted })).rejects.toThrow('try 2');
});

describe('cachedFor', () => {
  let nowMs = 0;
  const clock = { monotonicMs: () => nowMs };

  it('answers everybody with one result until its time is over', async () => {
    let runs = 0;
    const read = cachedFor(1_000, { clock, work: async () => (runs += 1) });
    expect(await Promise.all([read(), read()])).toEqual([1, 1]);
    nowMs += 1_000;
    expect(await read()).toBe(2);
  });

  it('runs again after a failure', async () => {
    const work = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('down')).mockResolvedValue('up');
    const read = cachedFor(60_000, { clock, work });
    await expect(read()).rejects.toThrow('down');
    expect(await read()).toBe('up');
  });
});
