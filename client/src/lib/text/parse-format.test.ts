import { withoutMarks } from '@sangam/shared/core/without-marks';
import { describe, expect, it } from 'vitest';
import { type Block, type Inline, parseFormat } from './parse-format';

/** A short form of blocks: `strong(…)`, `quote[…]`, plain text as it is. */
const inline = (part: Inline): string => {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'code') return `code(${part.text})`;
  const words = part.children.map(inline).join('');
  return part.kind === 'link'
    ? `link(${words}→${part.href}${part.host ? ` on ${part.host}` : ''})`
    : `${part.kind}(${words})`;
};
const block = (part: Block): string => {
  if (part.kind === 'text') return part.children.map(inline).join('');
  if (part.kind === 'code') return `pre[${part.text}]`;
  if (part.kind === 'quote') return `quote[${short(part.children)}]`;
  return `${part.isOrdered ? `ol${part.start}` : 'ul'}[${part.items.map(short).join('|')}]`;
};
const short = (blocks: Block[]): string => blocks.map(block).join('¶');
const read = (text: string) => short(parseFormat(text));

describe('formatted text', () => {
  it.each([
    ['**bold** and _italic_ and *italic*', 'strong(bold) and em(italic) and em(italic)'],
    ['~~struck~~', 'del(struck)'],
    ['run `npm test <x>` now', 'run code(npm test <x>) now'],
    ['**_both_**', 'strong(em(both))'],
    ['(**bold**)', '(strong(bold))'],
    ['**हिन्दी** और தமிழ் _வணக்கம்_', 'strong(हिन्दी) और தமிழ் em(வணக்கம்)'],
    ['see:\n```js\nif (a < b) {\n\n}\n```\nthen go', 'see:¶pre[if (a < b) {\n\n}]¶then go'],
    ['```\na\nb```\nc', 'pre[a\nb]¶c'],
    ['```so it is\n  really```', 'pre[so it is\n  really]'],
    ['see ```a\nb``` there', 'see code(a\nb) there'],
    ['- one\n- two', 'ul[one|two]'],
    ['3. one\n4. two', 'ol3[one|two]'],
    ['- one\n  - inner', 'ul[one¶ul[inner]]'],
    ['> said\n> twice\n\nmy answer', 'quote[said\ntwice]¶\nmy answer'],
    ['[our page](https://example.org/a)', 'link(our page→https://example.org/a on example.org)'],
    ['[example.org](https://example.org/a)', 'link(example.org→https://example.org/a)'],
    ['**see https://example.org**', 'strong(see link(https://example.org→https://example.org/))'],
    ['\\*no\\*', '*no*'],
    ['<https://example.org>', '<link(https://example.org→https://example.org/)>'],
  ])('%j', (text, expected) => expect(read(text)).toBe(expected));
});

describe('text that stays as typed', () => {
  it.each([
    'two\n\nparagraphs\n\n\nand a third',
    '  spaces   between',
    'snake_case_name and __init__.py',
    '2*3*4 = 24, 2**8**2',
    'about ~5 or ~6, ~7~',
    '¯\\_(ツ)_/¯',
    '>_<',
    '¯\\_(ツ)_/¯ >_< and again >_<',
    'a_b/_c_/d',
    '>',
    '-',
    '1.',
    '***',
    '---',
    '+ 1',
    '# no heading',
    'no heading\n====',
    '    no code block',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '<b>no html</b> &amp; <img src=x onerror=alert(1)>',
    '![no picture](x.png)',
    '[a reference][b]\n\n[b]: javascript:alert(1)',
    '[script](javascript:alert(1))',
    '[data](data:text/html,x)',
    '**open',
    '`open',
    '🎈 👩‍👩‍👧‍👦',
  ])('%j', (text) => expect(read(text)).toBe(text));

  it('an unfinished code block ends with the text, as while typing', () => expect(read('```\na')).toBe('pre[a]'));

  it('a link whose text shows another address names its host', () => {
    expect(read('[https://bank.example](https://evil.example/x)')).toBe(
      'link(https://bank.example→https://evil.example/x on evil.example)',
    );
    expect(read('[x](https://user:pw@evil.example)')).toContain('[x](');
  });
});

describe('text written to break the parser', () => {
  const signs = [
    '*',
    '_',
    '`',
    '>',
    '> ',
    '[',
    '](',
    '- ',
    '1. ',
    '~~',
    '**a',
    '\\',
    '![',
    '<',
    '- > ',
    '*a_',
    '`` `',
    '\n',
  ];
  it.each(signs)('thousands of %j', (sign) => {
    const text = `${sign.repeat(Math.floor(3_990 / sign.length))}end`;
    const depth = (blocks: Block[]): number =>
      1 +
      Math.max(
        0,
        ...blocks.map((part) =>
          part.kind === 'quote' ? depth(part.children) : part.kind === 'list' ? Math.max(...part.items.map(depth)) : 0,
        ),
      );
    expect(depth(parseFormat(text))).toBeLessThan(8);
  });
});

describe('a preview', () => {
  const inlineWords = (part: Inline): string => ('text' in part ? part.text : part.children.map(inlineWords).join(''));
  const words = (blocks: Block[]): string =>
    blocks
      .map((part) => {
        if (part.kind === 'code') return part.text;
        if (part.kind === 'list') return part.items.map((item) => `• ${words(item)}`).join(' ');
        return part.kind === 'quote' ? words(part.children) : part.children.map(inlineWords).join('');
      })
      .join(' ');
  const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

  it.each([
    'a **bold**, _it_ and *it*, ~~old~~ `x < y` and **_both_** (**so**)',
    '**हिन्दी** और தமிழ் _வணக்கம்_',
    'see:\n```js\nif (**a** < b) {\n}\n```\nthen go',
    '> said **so**\n- one\n- `two`',
    '2*3*4 snake_case __init__ >_< ** a ** a ` b `` c',
    String.raw`¯\_(ツ)_/¯ and \*not\*`,
    'the [plan](https://example.com/a_b_c) and https://example.com/_a_/b',
    '**open _and_ `shut',
  ])('says the words that %j shows', (text) =>
    expect(oneLine(withoutMarks(text))).toBe(oneLine(words(parseFormat(text)))),
  );
});
