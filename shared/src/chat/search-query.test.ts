import { expect, it } from 'vitest';
import { isEmptySearch, parseSearch } from './search-query.js';

it('reads words and filters in any order', () => {
  expect(parseSearch('wireframe from:"Asha Rao" in:bina Before:2026-03-01 shop')).toEqual({
    words: ['wireframe', 'shop'],
    from: ['Asha Rao'],
    in: ['bina'],
    beforeMs: Date.parse('2026-03-01T00:00:00+05:30'),
    has: null,
  });
});

it('reads what a message has, by its names, and leaves out what it cannot have', () => {
  expect(
    ['has:file', 'Has:image', 'has:photo', 'has:"picture"', 'has:wings', 'has:'].map((q) => parseSearch(q).has),
  ).toEqual([...['file', 'image', 'image', 'image'], ...[null, null]]);
  expect(isEmptySearch(parseSearch('has:file'))).toBe(false);
  expect(parseSearch('has:file plan').words).toEqual(['plan']);
});

it('takes a month and a year for their first day', () => {
  expect(parseSearch('before:2026-03').beforeMs).toBe(Date.parse('2026-03-01T00:00:00+05:30'));
  expect(parseSearch('before:2026').beforeMs).toBe(Date.parse('2026-01-01T00:00:00+05:30'));
});

it('leaves out what is not finished or no date', () => {
  expect(isEmptySearch(parseSearch('from: in: before:2026-02-31'))).toBe(true);
  expect(isEmptySearch(parseSearch('  … '))).toBe(true);
});

it('a colon inside a word is no filter', () => {
  expect(parseSearch('mail:in:x').words).toEqual(['mail', 'in', 'x']);
});
