import { notFoundBy, searchCases } from '@sangam/testing/words/cases';
import { expect, it } from 'vitest';
import { hasWords, indexWordsOf, matchRanges, wordsOf } from './search-words.js';

it.each(searchCases)('%s finds %s', (search, text) => expect(hasWords(text, wordsOf(search))).toBe(true));
it.each(notFoundBy)('%s does not find %s', (search, text) => expect(hasWords(text, wordsOf(search))).toBe(false));

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

it('reads a word with an apostrophe as one, and finds a text by it and by each of its parts', () => {
  expect(wordsOf("don't 'quoted' rock ’n’ roll l’eau")).toEqual(['dont', 'quoted', 'rock', 'n', 'roll', 'leau']);
  expect(indexWordsOf("O'Brien")).toEqual(['o', 'brien', 'obrien']);
});

it('returns the positions of words in the original text', () => {
  const matchesIn = (text: string, words: string[]) =>
    matchRanges(text, words).map(([start, end]) => text.slice(start, end));
  expect(matchesIn('👍 Résumé, resumes', ['resume'])).toEqual(['Résumé', 'resumes']);
  expect(matchesIn('Ask O’Brien, not Brienne', ['obrien'])).toEqual(['O’Brien']);
  expect(matchesIn('Ask O’Brien, not Brienne', ['brien'])).toEqual(['Brien', 'Brienne']);
});

it('finds a very long word by its first letters', () => {
  expect(hasWords('a'.repeat(100), wordsOf('a'.repeat(90)))).toBe(true);
});
