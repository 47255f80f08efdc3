import { describe, expect, it } from 'vitest';
import {
  charCount,
  clean,
  cleanEmail,
  cleanLine,
  cleanMessage,
  firstChars,
  isBlank,
  isEmail,
  isGithubLink,
  isLonger,
  splitSkills,
} from './text.js';

describe('isBlank', () => {
  it.each(['', ' ', '\n\t', '\u200b', '\u2800', '\ufeff \u200d', '\u3164'])('%j shows nothing', (text) => {
    expect(isBlank(text)).toBe(true);
  });
  it.each(['.', ' a ', '👍', 'ñ'])('%j shows something', (text) => {
    expect(isBlank(text)).toBe(false);
  });
});

describe('cleanMessage', () => {
  it('trims, keeps up to 4,000 characters, and refuses blank or longer text', () => {
    expect(cleanMessage('  hi \n')).toBe('hi');
    expect(cleanMessage('x'.repeat(4_000))).toHaveLength(4_000);
    expect(cleanMessage(` ${'x'.repeat(4_000)} `)).toHaveLength(4_000);
    expect(cleanMessage('x'.repeat(4_001))).toBeNull();
    expect(cleanMessage(' \u200b ')).toBeNull();
  });
});

describe('names and addresses', () => {
  it('takes direction overrides and control characters out of a line', () => {
    expect(cleanLine(' A\u202esha\u0007 ')).toBe('Asha');
    expect(cleanLine('Cafe\u0301')).toBe('Caf\u00e9');
  });
  it('compares emails trimmed and in lower case', () => {
    expect(cleanEmail('  Asha@Example.ORG ')).toBe('asha@example.org');
  });
  it.each(['a@b', 'asha.verma+x@example.org'])('%s is an email', (email) => expect(isEmail(email)).toBe(true));
  it.each(['a', '@b', 'a@', 'a@b\r\nBcc: c@d', 'a b@c', 'a@b@c', '<a@b>', `${'x'.repeat(260)}@y`])(
    '%j is none',
    (email) => expect(isEmail(email)).toBe(false),
  );
});

describe('lengths', () => {
  const nukta = '\u0958\u095b\u095c';
  it('are counted in code points, after cleaning', () => {
    expect(charCount(nukta)).toBe(3);
    expect(charCount(cleanLine(nukta))).toBe(6);
    expect(isLonger('👍'.repeat(120), 120)).toBe(false);
    expect(isLonger('👍'.repeat(121), 120)).toBe(true);
    expect(isLonger(cleanLine('e\u0301'.repeat(120)), 120)).toBe(false);
    expect(cleanMessage('👍'.repeat(4_000))).not.toBeNull();
    expect(cleanMessage('👍'.repeat(4_001))).toBeNull();
  });
  it('do not change when what was cleaned is cleaned again', () => {
    const texts = [
      nukta,
      ' e\u202e\u0301 ',
      '\u0007a\u200f\u0327\u0301',
      'a\r\n\r\u0301',
      ' github.com/asha ',
      '\ufb2c\u0344',
      '',
    ];
    for (const how of ['line', 'text', 'link'] as const)
      for (const text of texts) expect(clean[how](clean[how](text)), how).toBe(clean[how](text));
  });
  it('cut a text by whole characters', () => {
    expect(firstChars('👍'.repeat(9), 4)).toBe('👍'.repeat(4));
    expect(firstChars(`${nukta}x`, 4)).toBe(cleanLine(nukta).slice(0, 4));
  });
});

describe('splitSkills', () => {
  it('splits on commas, trims, and drops empties and repeats', () => {
    expect(splitSkills(' React, ,react,  Node.js ,')).toEqual(['react', 'Node.js']);
  });
});

describe('isGithubLink', () => {
  it.each(['github.com/asha', 'https://github.com/asha', 'http://www.github.com/x'])('%s may be shown', (link) =>
    expect(isGithubLink(link)).toBe(true),
  );
  it.each([
    'javascript:alert(1)//http',
    'JaVa\tScript:alert(1)',
    ' \u0001javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'https://github.com@evil.example',
    'http-evil',
    'https://github.com.evil.example/x',
    'https://user:pass@github.com/',
  ])('%j may not', (link) => expect(isGithubLink(link)).toBe(false));
});
