import { expect, it } from 'vitest';
import { isEmoji } from './emoji.js';

it.each(['👍', '❤️', '😂', '👍🏽', '👩‍👩‍👧‍👦', '🇮🇳', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🧑🏽‍🤝‍🧑🏿'])('%s is one emoji', (text) =>
  expect(isEmoji(text)).toBe(true),
);

it.each(['', 'a', '1', '👍👍', '👍 ', ' 👍', '❤', '👍a', '\u200d', '👍\u0301', '👍'.repeat(99), '<b>'])(
  '%j is not',
  (text) => expect(isEmoji(text)).toBe(false),
);
