import { expect, it } from 'vitest';
import { emojiOf } from './emoji.js';

it.each(['👍', '❤️', '😂', '👍🏽', '👩‍👩‍👧‍👦', '🇮🇳', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🧑🏽‍🤝‍🧑🏿'])('%s is one emoji', (text) =>
  expect(emojiOf(text)).toBe(text),
);

it.each(['', 'a', '1', '#', '👍👍', '👍 ', ' 👍', '👍a', '\u200d', '👍\u0301', '👍'.repeat(99), '<b>'])(
  '%j is not an emoji',
  (text) => expect(emojiOf(text)).toBeNull(),
);

it.each(['❤', '☺', '✈', '☎'])('%s without the selector for pictures is one emoji', (text) =>
  expect(emojiOf(text)).toBe(`${text}\ufe0f`),
);

it('drops the variation selector from emoji that are in colour without it', () => {
  expect(emojiOf('👍\ufe0f')).toBe('👍');
  expect(emojiOf('❤\ufe0f')).toBe('❤️');
});
