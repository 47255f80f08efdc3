import { expect, it } from 'vitest';
import { withoutFormatting } from '../without-formatting.js';
import { type Block, type Inline, readFormat } from './parse.js';

/** `--mode full` tries more. */
const TEXTS = Number(process.env.FORMAT_TEXTS ?? 2_000);
const SEED = Number(process.env.FORMAT_SEED ?? 36);

/** Random numbers from a seed (mulberry32). */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below;
  };
}

const words = [
  ...[
    'plain',
    'snake_case',
    '__init__',
    'a*b',
    'x',
    '2',
    'हिन्दी',
    'தமிழ்',
    'বাংলা',
    '你好',
    '世界',
    'かな',
    '한국어',
    'ไทย',
    'עברית',
  ],
  ...[
    'العربية',
    'Ελλάδα',
    'Łukasz',
    '👩‍👩‍👧',
    '👍🏽',
    '❤️',
    'e\u0301',
    '，',
    '。',
    '(',
    ')',
    '¯',
    '/',
    ':',
    '!',
    '.',
    'é_',
    '\u200d',
  ],
  ...[
    'https://example.org/_a_/b',
    'https://en.wikipedia.org/wiki/A_(b)',
    'example.org',
    '\\\\server\\share',
    'C:\\dir',
    '\\d+\\.',
  ],
];
const signs = [
  ...[
    '*',
    '**',
    '***',
    '_',
    '__',
    '~',
    '~~',
    '`',
    '``',
    '```',
    '\\',
    '\\\\',
    '\\*',
    '\\_',
    '\\`',
    '\\[',
    '\\>',
    '\\-',
    '[',
    ']',
    '(',
    ')',
  ],
  ...['[x](https://example.org)', '](https://example.org/a)', '![', '<', '>', '#', '|'],
];
const begins = [
  '',
  '',
  '',
  '> ',
  '>',
  '> > ',
  '- ',
  '* ',
  '1. ',
  '2. ',
  '3) ',
  '- - ',
  '    ',
  '  ',
  '\t',
  '```',
  '```js',
  '\\- ',
  '1\\. ',
];
const ends = ['\n', '\n', '\n', '\n\n', '  \n', '\\\n', '\n\n\n', ''];

function textOf(random: (below: number) => number): string {
  const pick = (choices: readonly string[]): string => choices[Math.floor(random(choices.length))] ?? '';
  let text = '';
  for (let lines = 1 + random(6); lines >= 1; lines -= 1) {
    text += pick(begins);
    for (let parts = random(9); parts >= 1; parts -= 1) text += pick([pick(words), pick(signs), ' ', pick(words)]);
    text += pick(ends);
  }
  return text;
}

const inlineText = (part: Inline): string => ('text' in part ? part.text : part.children.map(inlineText).join(''));
const blockText = (block: Block): string => {
  if (block.kind === 'text') return block.children.map(inlineText).join('');
  if (block.kind === 'code') return block.text;
  return (block.kind === 'quote' ? [block.children] : block.items).flat().map(blockText).join('');
};
const numbers = (block: Block): number[] => {
  if (block.kind === 'quote') return block.children.flatMap(numbers);
  if (block.kind !== 'list') return [];
  const { isOrdered, start, items } = block;
  return items.flatMap((item, index) => [...(isOrdered ? [start + index] : []), ...item.flatMap(numbers)]);
};

/**
 * Whether a text consists only of parts that may be left out: signs, language names, addresses behind words, line breaks and spaces of
 * blocks.
 */
const isSign = (text: string): boolean =>
  /^(?:[*_~`>\\\n[]|\d{1,9}[.)] +|[-*] +| +|```[\w+#.-]{0,20}\n?|\]\(https?:\/\/\S+\)|[^\S\n]*\n?)+$/u.test(text);

it(`shows what was typed without its signs, in ${TEXTS} texts in several scripts`, async ({ annotate }) => {
  const random = createRandom(SEED);
  for (let count = 0; count < TEXTS; count += 1) {
    const text = textOf(random);
    const { blocks, removed } = readFormat(text);
    const [kept, left] = [true, false].map((isShown) =>
      Array.from(text.split('').entries(), ([at, unit]) =>
        (removed.has(at) ? !isShown : isShown) ? unit : isShown ? '' : '\0',
      ).join(''),
    );
    expect(blocks.map(blockText).join(''), JSON.stringify(text)).toBe(kept);
    for (const part of (left ?? '').split(/\0+/u))
      if (part !== '') expect(isSign(part), JSON.stringify([text, part])).toBe(true);
    // The numbers of a list are those that were typed.
    for (const number of blocks.flatMap(numbers)) expect(text).toMatch(new RegExp(`${number}[.)] `, 'u'));
    const unexplained = charactersBeyond(kept ?? '', withoutFormatting(text));
    expect(unexplained, JSON.stringify(text)).toMatch(/^[•\d.]*$/u);
  }
  await annotate(`${TEXTS} texts, seed ${SEED}`);
}, 600_000);

/** Returns what a preview has beyond the shown text, without spaces; fails if the preview lacks any of it. */
function charactersBeyond(shown: string, preview: string): string {
  const expected = [...shown.replaceAll(/\s+/gu, '')];
  let extra = '';
  let at = 0;
  for (const unit of preview.replaceAll(/\s+/gu, '')) {
    if (unit === expected[at]) at += 1;
    else extra += unit;
  }
  expect(at, preview).toBe(expected.length);
  return extra;
}
