import { beforeEach, expect, it, vi } from 'vitest';
import { useSession } from '../../../core/session/session';
import { member } from '../../../testing/samples';
import { noteEmojiUsed } from '../../state/emoji';
import { searchEmoji } from './shortcodes';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
});
beforeEach(() => {
  stored.clear();
  useSession.setState({ status: 'signed-in', user: member, end: null });
});

const found = (text: string) => searchEmoji(text).map(({ emoji }) => emoji);

it.each([
  ['rocket', '🚀'],
  ['ok', '🆗', '👌'],
  ['OK hand', '👌'],
  ['heart', '❤️'],
  ['red heart', '❤️'],
  ['fire', '🔥'],
  ['thumbs up', '👍'],
  ['+1', '👍'],
  ['party', '🎉', '🥳'],
  ['smile', '😄'],
  ['cry', '😢'],
  ['coffee', '☕'],
  ['india', '🇮🇳'],
  ['dog', '🐶'],
  ['100', '💯'],
  ['clap', '👏'],
  ['eyes', '👀'],
  ['pray', '🙏'],
  ['wave', '👋'],
  ['bug', '🐛'],
])('finds “%s”', (text, ...emoji) => {
  expect(found(text).slice(0, 3)).toEqual(expect.arrayContaining(emoji));
  expect(emoji).toContain(found(text)[0]);
});

it('finds emoji by a related word that is not in their name', () => {
  expect(found('astronaut')[0]).toBe('🧑‍🚀');
  expect(found('lol')).toContain('😂');
  expect([found(''), found(':'), found('qqqq')]).toEqual([[], [], []]);
});

it('lists exact names first, then names that begin with the text, and among those the most used', () => {
  expect(found('hear')[0]).toBe('❤️');
  for (let n = 0; n < 3; n += 1) noteEmojiUsed('🙉');
  noteEmojiUsed('👂🏽');
  expect(found('hear').slice(0, 2)).toEqual(['🙉', '❤️']);
  expect(found('heart')[0]).toBe('❤️');
});
