import { expect, it } from 'vitest';
import { isOnlyEmoji } from './only-emoji';

it.each(['👍', '👍🏽', '❤️', '🇮🇳', '👩‍👩‍👧‍👦', '🧑🏽‍🤝‍🧑🏽', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '☝🏻', '🎉🎉🎉', ' 🎉 👍 '])(
  '“%s” is only emoji',
  (text) => {
    expect(isOnlyEmoji(text)).toBe(true);
  },
);

it.each(['', ' ', 'ok', '👍 ok', '42', '#', '©', '™', '🎉🎉🎉🎉', '🇮', 'a👍'])('“%s” is more or less', (text) => {
  expect(isOnlyEmoji(text)).toBe(false);
});
