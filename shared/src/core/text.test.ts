import { describe, expect, it } from 'vitest';
import { charCount, clean, cleanLine, firstChars, isBlank, isLonger, withoutSentenceEnd } from './text.js';

describe('isBlank', () => {
  it.each(['', ' ', '\n\t', '\u200b', '\u2800', '\ufeff \u200d', '\u3164'])('%j shows nothing', (text) => {
    expect(isBlank(text)).toBe(true);
  });
  it.each(['.', ' a ', '👍', 'ñ'])('%j shows something', (text) => {
    expect(isBlank(text)).toBe(false);
  });
});

it('removes direction overrides and control characters from a line', () => {
  expect(cleanLine(' A\u202esha\u0007 ')).toBe('Asha');
  expect(cleanLine('Cafe\u0301')).toBe('Caf\u00e9');
});

describe('lengths', () => {
  const nukta = '\u0958\u095b\u095c';
  it('are counted in code points, after cleaning', () => {
    expect(charCount(nukta)).toBe(3);
    expect(charCount(cleanLine(nukta))).toBe(6);
    expect(isLonger('👍'.repeat(120), 120)).toBe(false);
    expect(isLonger('👍'.repeat(121), 120)).toBe(true);
    expect(isLonger(cleanLine('e\u0301'.repeat(120)), 120)).toBe(false);
  });
  it('do not change when cleaned text is cleaned again', () => {
    const texts = [
      nukta,
      ' e\u202e\u0301 ',
      '\u0007a\u200f\u0327\u0301',
      'a\r\n\r\u0301',
      ' github.com/asha ',
      '\ufb2c\u0344',
      '',
    ];
    for (const cleaning of ['line', 'text', 'link'] as const)
      for (const text of texts) expect(clean[cleaning](clean[cleaning](text)), cleaning).toBe(clean[cleaning](text));
  });
  it('cut a text by whole characters', () => {
    expect(firstChars('👍'.repeat(9), 4)).toBe('👍'.repeat(4));
    expect(firstChars(`${nukta}x`, 4)).toBe(cleanLine(nukta).slice(0, 4));
  });
});

it.each([
  ['https://a.example/b', 'https://a.example/b'],
  ['https://a.example/b.', 'https://a.example/b'],
  ['https://a.example/b?!', 'https://a.example/b'],
  ['https://a.example/b)', 'https://a.example/b'],
  ['https://a.example/b).', 'https://a.example/b'],
  ['https://a.example/(b)', 'https://a.example/(b)'],
  ['https://a.example/(b))', 'https://a.example/(b)'],
  ['https://a.example/[b]}', 'https://a.example/[b]'],
])('ends an address before the end of its sentence: %s', (address, found) => {
  expect(withoutSentenceEnd(address)).toBe(found);
});
