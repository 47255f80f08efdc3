import { expect, it } from 'vitest';
import { quietMs } from './quiet-ms.js';

/** Returns a measurement that yields these values in turn, then always the last one. */
const takingTurns = (...all: number[]) => {
  const left = [...all];
  return async () => (left.length > 1 ? left.shift() : left[0]) ?? 0;
};
const reference = (ms: number) => ({ measure: takingTurns(ms), quietMs: 4 });

it('returns the least of the tries, and stops at the first that is low enough', async () => {
  expect(await quietMs(takingTurns(30, 12, 20, 9), 10, { reference: reference(4) })).toBe(9);
  expect(await quietMs(takingTurns(30, 12, 9), 15, { reference: reference(4) })).toBe(12);
});

it('divides by the slowdown of the reference compared with a quiet machine, up to a limit', async () => {
  expect(await quietMs(takingTurns(30), 20, { reference: reference(8) })).toBe(15);
  expect(await quietMs(takingTurns(90), 20, { reference: reference(400) })).toBe(30);
});

it('returns no more on a machine that is faster than the quiet one', async () => {
  expect(await quietMs(takingTurns(30), 20, { reference: reference(1) })).toBe(30);
});
