import { emojiOf } from '@sangam/shared/chat/emoji';
import { chatLimits } from '@sangam/shared/chat/limits';
import { expect, it } from 'vitest';
import { emojiData } from './emoji-data';

const all = emojiData.emojis.flatMap(({ emoji, skins }) => [emoji, ...Object.values(skins ?? {})]);

it('the server accepts each emoji of the picker unchanged, with each skin tone', () => {
  expect(all.length).toBeGreaterThan(3_400);
  expect(all.filter((emoji) => emojiOf(emoji) !== emoji)).toEqual([]);
  expect(Math.max(...all.map(({ length }) => length))).toBeLessThan(chatLimits.emojiMaxUnits);
});

it('all emoji are distinct, and each with skin tones has five', () => {
  expect(new Set(all).size).toBe(all.length);
  const skins = (emoji: string) => Object.values(emojiData.emojis.find((each) => each.emoji === emoji)?.skins ?? {});
  expect(skins('👍')).toEqual(['👍🏻', '👍🏼', '👍🏽', '👍🏾', '👍🏿']);
  expect(skins('🕵️‍♀️')[4]).toBe('🕵🏿‍♀️');
  expect(skins('🧑‍🤝‍🧑')[2]).toBe('🧑🏽‍🤝‍🧑🏽');
  expect(skins('🎉')).toEqual([]);
});
