import { describe, expect, it } from 'vitest';
import { emojiOf, findEmoji } from './shortcodes';
import { typedCodeAt } from './typed-code';

const at = (text: string) => typedCodeAt(text, text.length);

describe('a shortcode that is being typed', () => {
  it('begins after a colon with two signs, anywhere but within a word, a time or an address', () => {
    expect(at('so :he')).toEqual({ start: 3, code: 'he', isWhole: false });
    expect(at(':Heart:')).toEqual({ start: 0, code: 'heart', isWhole: true });
    expect(at('😀:+1')).toEqual({ start: 2, code: '+1', isWhole: false });
    for (const text of [':h', 'at 10:30', 'https://exam', 'std::vector', 'a:bcd', ':)', ': heart', ':heart: ', '::'])
      expect([text, at(text)]).toEqual([text, null]);
  });

  it('stays as it is in code', () => {
    for (const text of ['`:heart:', '``a ` :heart:', '```\ncode\n:heart:', '```ts\n`x` :heart:'])
      expect([text, at(text)]).toEqual([text, null]);
    for (const text of ['`a` :heart:', 'it`s\n:heart:', '```\ncode\n```\n:heart:'])
      expect([text, at(text)?.code]).toEqual([text, 'heart']);
  });

  it('is looked at before the caret alone', () => {
    expect(typedCodeAt(':fire and more', 5)).toEqual({ start: 0, code: 'fire', isWhole: false });
    expect(typedCodeAt(':fire and more', 8)).toBeNull();
  });
});

describe('the emoji of a shortcode', () => {
  it('are all of the picker’s, by the names of chats and of GitHub', () => {
    const codes = {
      heart: '❤️',
      '+1': '👍️',
      thumbsup: '👍️',
      tada: '🎉',
      joy: '😂',
      flag_in: '🇮🇳',
      'flag-in': '🇮🇳',
      om: '🕉️',
    };
    for (const [code, emoji] of Object.entries(codes)) expect([code, emojiOf(code)]).toEqual([code, emoji]);
    expect(emojiOf('nothing_of_this')).toBeNull();
  });

  it('begin with what was typed, the shortest first; then those with such a word', () => {
    const found = findEmoji('heart');
    expect(found[0]).toEqual({ emoji: '❤️', code: 'heart', label: 'Red heart' });
    expect(found).toHaveLength(6);
    expect(findEmoji('pizz').map(({ emoji }) => emoji)).toEqual(['🍕']);
    // By a tag, under a code of its own.
    expect(findEmoji('lol').map(({ code }) => code)).toContain('joy');
    expect(findEmoji('qqqq')).toEqual([]);
  });
});
