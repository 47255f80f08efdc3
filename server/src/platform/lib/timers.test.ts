import { expect, it } from 'vitest';
import { always, retry } from './timers.js';

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
