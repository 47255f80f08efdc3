import { expect, it } from 'vitest';
import { createUnreached } from './unreached.js';

const AFTER_MS = 40;

/** Checks once in every unit of time; returns the result of each check. */
function looks() {
  let nowMs = 0;
  const look = createUnreached(AFTER_MS, () => nowMs);
  return (leased: string[], known: number, times = 1) =>
    Array.from({ length: times }, () => {
      const found = look(leased, known);
      nowMs += 10;
      return found;
    });
}

it('finds a server that keeps its lease without being known, until it is known or gone', () => {
  const look = looks();
  expect(look(['a', 'b'], 1, 5)).toEqual([false, false, false, false, true]);
  expect(look(['a', 'b'], 2)).toEqual([false]);
  expect(look(['a', 'b'], 1, 5).at(-1)).toBe(true);
  expect(look(['a'], 1)).toEqual([false]);
});

it('does not count servers that died, even if another dies whenever a lease runs out', () => {
  const look = looks();
  for (const id of ['a', 'b', 'c', 'd']) expect(look([id], 0, 4)).toEqual([false, false, false, false]);
});
