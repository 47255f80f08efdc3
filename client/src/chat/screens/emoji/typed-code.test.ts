import { emojis } from 'virtual:emoji-data';
import { shortcodes } from 'virtual:emoji-shortcodes';
import { describe, expect, it } from 'vitest';
import { emojiOfCode, findEmoji, typedCodeAt } from './shortcodes';

const at = (text: string) => typedCodeAt(text, text.length);

describe('a shortcode being typed', () => {
  it('begins with a colon and two signs, except inside a word, a time or an address', () => {
    expect(at('so :he')).toEqual({ start: 3, code: 'he', isWhole: false });
    expect(at(':Heart:')).toEqual({ start: 0, code: 'heart', isWhole: true });
    expect(at('😀:+1')).toEqual({ start: 2, code: '+1', isWhole: false });
    for (const text of [
      ':h',
      ':8:',
      'at 10:30',
      'https://exam',
      'std::vector',
      'a:bcd',
      ':)',
      ': heart',
      ':heart: ',
      '::',
    ])
      expect([text, at(text)]).toEqual([text, null]);
  });

  it('stays as typed in code', () => {
    for (const text of ['`:heart:', '``a ` :heart:', '```\ncode\n:heart:', '```ts\n`x` :heart:'])
      expect([text, at(text)]).toEqual([text, null]);
    for (const text of ['`a` :heart:', 'it`s\n:heart:', '```\ncode\n```\n:heart:'])
      expect([text, at(text)?.code]).toEqual([text, 'heart']);
  });

  it('is recognized only before the caret', () => {
    expect(typedCodeAt(':fire and more', 5)).toEqual({ start: 0, code: 'fire', isWhole: false });
    expect(typedCodeAt(':fire and more', 8)).toBeNull();
  });
});

describe('the emoji of a shortcode', () => {
  it('covers all emoji of the picker, by the names of chats and GitHub', () => {
    const codes = {
      heart: '❤️',
      '+1': '👍',
      thumbsup: '👍',
      tada: '🎉',
      joy: '😂',
      flag_in: '🇮🇳',
      'flag-in': '🇮🇳',
      om: '🕉️',
    };
    for (const [code, emoji] of Object.entries(codes)) expect([code, emojiOfCode(code)]).toEqual([code, emoji]);
    for (const code of ['nothing_of_this', 'heart_tone2', 'wave_tone6'])
      expect([code, emojiOfCode(code)]).toEqual([code, null]);
  });

  it('each code names one emoji, suggests it first, and becomes it when complete', () => {
    const found = emojis.flatMap(([emoji, category], index) => {
      const codes = category === 2 ? [] : (shortcodes[index] ?? '').split(' ');
      return codes.map((code) => ({ emoji, code }));
    });
    expect(found.length).toBeGreaterThan(3_000);
    const wrong = found.filter(
      ({ emoji, code }) => emojiOfCode(code) !== emoji || !at(`a :${code}:`)?.isWhole || at(`:${code}:`)?.code !== code,
    );
    expect(wrong).toEqual([]);
    const unsuggested = found
      .filter(({ code }, index) => code.length > 1 && index % 9 === 0)
      .filter(({ emoji, code }) => findEmoji(code)[0]?.emoji !== emoji);
    expect(unsuggested).toEqual([]);
  });

  it('follows GitHub where the sets differ', () => {
    const codes = { dog: '🐶', point_up: '☝️', sunglasses: '😎', umbrella: '☔', x: '❌', o: '⭕', v: '✌️', up: '🆙' };
    for (const [code, emoji] of Object.entries(codes)) expect([code, emojiOfCode(code)]).toEqual([code, emoji]);
  });

  it('has the skin tone that is typed', () => {
    expect(emojiOfCode('wave_tone5')).toBe('👋🏿');
    expect(findEmoji('wave_to').map(({ emoji }) => emoji)).toEqual(['👋🏻', '👋🏼', '👋🏽', '👋🏾', '👋🏿']);
    expect(findEmoji('wave_tone2')[0]).toEqual({ emoji: '👋🏼', code: 'wave_tone2', label: 'Waving hand' });
  });

  it('lists codes that begin with the text, shortest first, then those with such a word', () => {
    const found = findEmoji('heart');
    expect(found[0]).toEqual({ emoji: '❤️', code: 'heart', label: 'Red heart' });
    expect(found).toHaveLength(6);
    expect(findEmoji('pizz').map(({ emoji }) => emoji)).toEqual(['🍕']);
    // Found by a tag, under its own code.
    expect(findEmoji('lol').map(({ code }) => code)).toContain('joy');
    expect(findEmoji('qqqq')).toEqual([]);
  });
});
