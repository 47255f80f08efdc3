import { expect, it } from 'vitest';
import { hasWords, isEmptySearch, parseSearch, placesOf, wordsOf } from './search-text.js';

it('folds case and accents, and keeps the vowel signs of a word', () => {
  expect(wordsOf('Résumé of IIT-Madras 2026')).toEqual(['resume', 'of', 'iit', 'madras', '2026']);
  expect(wordsOf('हिन्दी में किताब')).toEqual(['हिन्दी', 'में', 'किताब']);
  expect(wordsOf('தமிழ் மொழி')).toEqual(['தமிழ்', 'மொழி']);
});

it('treats each emoji as a word, however it is joined or displayed', () => {
  expect(wordsOf('ok👍🏽❤️👩‍💻 🇮🇳')).toEqual(['ok', '👍🏽', '❤', '👩', '💻', '🇮🇳']);
  expect(hasWords('great ❤️', wordsOf('❤'))).toBe(true);
  expect(hasWords('great 👍🏽', wordsOf('👍'))).toBe(true);
});

it('finds words by their beginnings only', () => {
  expect(hasWords('The wireframe of the shop', ['wire', 'sh'])).toBe(true);
  expect(hasWords('The wireframe of the shop', ['frame'])).toBe(false);
  expect(hasWords('किताब', wordsOf('कि'))).toBe(true);
  expect(hasWords('கணினி', wordsOf('கணி'))).toBe(true);
});

it('ignores a joiner inside a word', () => {
  expect(wordsOf('क्‍ष')).toEqual(wordsOf('क्ष'));
});

it('returns the positions of words in the original text', () => {
  const text = '👍 Résumé, resumes';
  expect(placesOf(text, ['resume']).map(([start, end]) => text.slice(start, end))).toEqual(['Résumé', 'resumes']);
});

it('finds a very long word by its first letters', () => {
  expect(hasWords('a'.repeat(100), wordsOf('a'.repeat(90)))).toBe(true);
});

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
