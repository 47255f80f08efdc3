import { expect, it } from 'vitest';
import { isEmptySearch, parseSearch } from './search-text.js';

it('reads words and filters in any order', () => {
  expect(parseSearch('wireframe from:"Asha Rao" in:bina Before:2026-03-01 shop')).toEqual({
    words: ['wireframe', 'shop'],
    from: ['Asha Rao'],
    in: ['bina'],
    beforeMs: Date.parse('2026-03-01T00:00:00+05:30'),
    has: null,
  });
});

it('reads has: with its synonyms, and ignores unknown values', () => {
  expect(
    ['has:file', 'Has:image', 'has:photo', 'has:"picture"', 'has:wings', 'has:'].map((q) => parseSearch(q).has),
  ).toEqual([...['file', 'image', 'image', 'image'], ...[null, null]]);
  expect(isEmptySearch(parseSearch('has:file'))).toBe(false);
  expect(parseSearch('has:file plan').words).toEqual(['plan']);
});

it('takes the first day of a month or year', () => {
  expect(parseSearch('before:2026-03').beforeMs).toBe(Date.parse('2026-03-01T00:00:00+05:30'));
  expect(parseSearch('before:2026').beforeMs).toBe(Date.parse('2026-01-01T00:00:00+05:30'));
});

it('ignores unfinished filters and invalid dates', () => {
  expect(isEmptySearch(parseSearch('from: in: before:2026-02-31'))).toBe(true);
  expect(isEmptySearch(parseSearch('  … '))).toBe(true);
});

it('does not read a colon inside a word as a filter', () => {
  expect(parseSearch('mail:in:x').words).toEqual(['mail', 'in', 'x']);
});
