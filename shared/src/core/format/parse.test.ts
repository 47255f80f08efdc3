import { describe, expect, it } from 'vitest';
import { type Block, type Inline, parseFormat } from './parse.js';

/** A short form of blocks: `strong(…)`, `quote[…]`, plain text as it is. */
const inline = (part: Inline): string => {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'code') return `code(${part.text})`;
  if (part.kind === 'link') return `link(${part.text}→${part.href})`;
  return `${part.kind}(${part.children.map(inline).join('')})`;
};
const block = (part: Block): string => {
  if (part.kind === 'text') return part.children.map(inline).join('');
  if (part.kind === 'code') return `pre[${part.text}]`;
  if (part.kind === 'quote') return `quote[${short(part.children)}]`;
  return `${part.isOrdered ? `ol${part.start}` : 'ul'}[${part.items.map(short).join('|')}]`;
};
const short = (blocks: Block[]): string => blocks.map(block).join('¶');
const parsed = (text: string) => short(parseFormat(text));

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
    ['[our page](https://example.org/a)', 'link(our page→https://example.org/a)'],
    ['[example.org](https://example.org/a)', 'link(example.org→https://example.org/a)'],
    ['**see https://example.org**', 'strong(see https://example.org)'],
    ['\\*no\\*', '*no*'],
    ['[A](https://en.wikipedia.org/wiki/A_(b))', 'link(A→https://en.wikipedia.org/wiki/A_(b))'],
    ['_https://example.org/_a_/b_', 'em(https://example.org/_a_/b)'],
    ['> said\nmy answer', 'quote[said]¶my answer'],
    ['1. one\n3. three', 'ol1[one]¶ol3[three]'],
    ['**a *b***', 'strong(a em(b))'],
    ['***all***', 'em(strong(all))'],
    ['**你好**世界，_好_', 'strong(你好)世界，em(好)'],
    ['ผม**รัก**เธอ', 'ผมstrong(รัก)เธอ'],
    ['if x:\n    **y_1** = 2\n\tz', 'if x:\n    strong(y_1) = 2\n\tz'],
    ['- a\n      deep **b**', 'ul[a\n    deep strong(b)]'],
    ['\\- no list\n1\\. nor this', '- no list\n1. nor this'],
    ['\\[x](https://example.org)', '[x](https://example.org)'],
    ['\\`no code`', '`no code`'],
  ])('%j', (text, expected) => expect(parsed(text)).toBe(expected));
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
    String.raw`\\fileserver\share *and* more`.replaceAll('*', ''),
    String.raw`^\d+\.\d+\[x\]$`,
    'ends with \\',
    'a line ends with \\\nand **another',
    'two  \nspaces',
    '- [ ] a_b'.slice(2),
  ])('%j', (text) => expect(parsed(text)).toBe(text));

  it('an unfinished code block ends with the text, as while typing', () => expect(parsed('```\na')).toBe('pre[a]'));

  it('an address with a username before its host isn’t a link', () =>
    expect(parsed('[x](https://user:pw@evil.example)')).toContain('[x]('));
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
  it.each(signs)('stays shallow with thousands of %j', (sign) => {
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

  it.each(['- a\n* a\n', '- *a* `b`\n', '`a` ', '> a\n\n', '1. a\n'])(
    'shows at most 200 parts of %j, and the rest as typed',
    (sign) => {
      const countInline = (part: Inline): number =>
        part.kind === 'text'
          ? 0
          : 1 + ('children' in part ? part.children.reduce((sum, one) => sum + countInline(one), 0) : 0);
      const count = (blocks: Block[]): number =>
        blocks.reduce((sum, part) => {
          if (part.kind === 'text') return sum + part.children.reduce((all, one) => all + countInline(one), 0);
          const items = part.kind === 'list' ? part.items : [];
          const within =
            part.kind === 'quote' ? count(part.children) : items.reduce((all, item) => all + count(item), 0);
          return sum + 1 + items.length + within;
        }, 0);
      const text = `${sign.repeat(Math.floor(3_990 / sign.length))}*end*`;
      const parts = count(parseFormat(text));
      expect(parts).toBeGreaterThan(150);
      // An emphasis counts after its words.
      expect(parts).toBeLessThanOrEqual(203);
      expect(parsed(text).endsWith('*end*')).toBe(true);
    },
  );

  it('takes as long for each line, however many there are', () => {
    // The CPU time of this process alone: elapsed time also depends on others.
    const begun = process.cpuUsage();
    parseFormat('\\```'.repeat(40_000));
    for (const sign of ['```\n', '```\n\n', '_a ', '*a\n', '**a *b ']) parseFormat(sign.repeat(12_000 / sign.length));
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(5_000);
  });
});
