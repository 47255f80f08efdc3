import { expect, it } from 'vitest';
import { hasLink, hasPhrases, isEmptySearch, parseSearch } from './search-text.js';

it.each(['is:mention', 'Is:mentions', 'hi is:mention'])('finds mentions by %s', (typed) => {
  expect(parseSearch(typed)).toMatchObject({ isMention: true });
  expect(isEmptySearch(parseSearch(typed))).toBe(false);
});

it('treats no other word after is: as a filter', () => {
  expect(parseSearch('is:online')).toMatchObject({ isMention: false, words: [] });
});

it('reads words and filters in any order', () => {
  expect(parseSearch('wireframe from:"Asha Rao" in:bina Before:2026-03-01 shop')).toEqual({
    words: ['wireframe', 'shop'],
    phrases: [],
    from: ['Asha Rao'],
    in: ['bina'],
    beforeMs: Date.parse('2026-03-01T00:00:00+05:30'),
    afterMs: null,
    has: null,
    isMention: false,
  });
});

it('reads has: with its synonyms, and ignores unknown values', () => {
  expect(
    ['has:file', 'Has:image', 'has:photo', 'has:"picture"', 'has:wings', 'has:'].map((q) => parseSearch(q).has),
  ).toEqual(['file', 'image', 'image', 'image', null, null]);
  // Every object has these.
  for (const name of ['constructor', '__proto__']) expect(parseSearch(`has:${name}`).has).toBe(null);
  expect(isEmptySearch(parseSearch('has:file'))).toBe(false);
  expect(parseSearch('has:file plan').words).toEqual(['plan']);
});

it('reads words in quotes as a phrase, also before the quote is closed', () => {
  const { words, phrases } = parseSearch('plan "The Final budget" in:"Asha Rao" "don’t');
  expect([words, phrases]).toEqual([
    ['plan', 'the', 'final', 'budget', 'dont'],
    [['the', 'final', 'budget'], ['dont']],
  ]);
  expect(hasPhrases('Here is the *final* budget.', phrases.slice(0, 1))).toBe(true);
  expect(hasPhrases('the final budgets', phrases.slice(0, 1))).toBe(false);
  expect(hasPhrases('the budget is final', phrases.slice(0, 1))).toBe(false);
  expect(parseSearch('""').phrases).toEqual([]);
});

it('reads after: as the beginning of a day, and has:link', () => {
  expect(parseSearch('after:2026-03').afterMs).toBe(Date.parse('2026-03-01T00:00:00+05:30'));
  expect(isEmptySearch(parseSearch('after:2026'))).toBe(false);
  expect([parseSearch('has:link').has, parseSearch('has:url').has]).toEqual(['link', 'link']);
  expect([hasLink('see HTTPS://example.org'), hasLink('访问https://example.org'), hasLink('http')]).toEqual([
    true,
    true,
    false,
  ]);
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
