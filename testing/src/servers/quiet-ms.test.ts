import { expect, it } from 'vitest';
import { quietMs } from './quiet-ms.js';

/** Measures these in turn, and the last one from then on. */
const taking = (...all: number[]) => {
  const left = [...all];
  return async () => (left.length > 1 ? left.shift() : left[0]) ?? 0;
};
const reference = (ms: number) => ({ measure: taking(ms), quietMs: 4 });

it('returns the least of the tries, and tries no more than that it is little enough', async () => {
  expect(await quietMs(taking(30, 12, 20, 9), 10, { reference: reference(4) })).toBe(9);
  expect(await quietMs(taking(30, 12, 9), 15, { reference: reference(4) })).toBe(12);
});

it('divides by how much longer the reference takes than on a quiet machine, up to a limit', async () => {
  expect(await quietMs(taking(30), 20, { reference: reference(8) })).toBe(15);
  expect(await quietMs(taking(90), 20, { reference: reference(400) })).toBe(30);
});

it('gives no more for a machine that is faster than the quiet one', async () => {
  expect(await quietMs(taking(30), 20, { reference: reference(1) })).toBe(30);
});
