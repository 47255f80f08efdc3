import { expect, it } from 'vitest';
import { hasWords, placesOf, wordsOf } from './search-words.js';

it('folds case and accents, and keeps the vowel signs of a word', () => {
  expect(wordsOf('Résumé of IIT-Madras 2026')).toEqual(['resume', 'of', 'iit', 'madras', '2026']);
  expect(wordsOf('हिन्दी में किताब')).toEqual(['हिन्दी', 'में', 'किताब']);
  expect(wordsOf('தமிழ் மொழி')).toEqual(['தமிழ்', 'மொழி']);
});

it('takes each emoji for a word, however it is joined or shown', () => {
  expect(wordsOf('ok👍🏽❤️👩‍💻 🇮🇳')).toEqual(['ok', '👍🏽', '❤', '👩', '💻', '🇮🇳']);
  expect(hasWords('great ❤️', wordsOf('❤'))).toBe(true);
  expect(hasWords('great 👍🏽', wordsOf('👍'))).toBe(true);
});

it('finds the beginnings of words, each of them', () => {
  expect(hasWords('The wireframe of the shop', ['wire', 'sh'])).toBe(true);
  expect(hasWords('The wireframe of the shop', ['frame'])).toBe(false);
  expect(hasWords('किताब', wordsOf('कि'))).toBe(true);
  expect(hasWords('கணினி', wordsOf('கணி'))).toBe(true);
});

it('a joiner inside a word changes nothing', () => {
  expect(wordsOf('क्‍ष')).toEqual(wordsOf('क्ष'));
});

it('says where the words stand, in the text as it was written', () => {
  const text = '👍 Résumé, resumes';
  expect(placesOf(text, ['resume']).map(([start, end]) => text.slice(start, end))).toEqual(['Résumé', 'resumes']);
});

it('finds a very long word by its first letters', () => {
  expect(hasWords('a'.repeat(100), wordsOf('a'.repeat(90)))).toBe(true);
});
