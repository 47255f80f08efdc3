import { expect, it } from 'vitest';
import { rowsBelow, rowsToFetch } from './pages';

it.each([
  ['at least a page', 3, 20],
  ['all that are shown', 35, 35],
  ['at most what an answer can have', 500, 100],
])('fetches %s again', (_, shown, rows) => {
  expect(rowsToFetch(shown, 20, 100)).toBe(rows);
});

it.each([
  ['the rows below a new first page', [5, 4, 3, 2], [6, 5, 4], [3, 2]],
  ['none below a page whose end wasn’t shown', [3, 2], [9, 8], []],
  ['none below an empty page', [3, 2], [], []],
])('keeps %s', (_, shown, page, below) => {
  expect(rowsBelow(shown, page, (a, b) => a === b)).toEqual(below);
});
