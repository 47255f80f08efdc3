import { type Block, type Inline, parseFormat } from './format/parse.js';

/** More than any preview shows. */
const MAX_CHARS = 800;

/** Matches a formatting sign, or the start of a list or quote. */
export const mayBeFormatted = /[*_`~\\]|\]\(|^(?:>|-|\d{1,9}[.)]) /mu;

const inlinePlainText = (part: Inline): string =>
  'text' in part ? part.text : part.children.map(inlinePlainText).join('');

function blockPlainText(block: Block): string {
  if (block.kind === 'code') return ` ${block.text} `;
  if (block.kind === 'text') return block.children.map(inlinePlainText).join('');
  if (block.kind === 'quote') return plainText(block.children);
  const { isOrdered, start, items } = block;
  return items.map((item, index) => `${isOrdered ? `${start + index}.` : '•'} ${plainText(item)}`).join('\n');
}

const plainText = (blocks: readonly Block[]): string => blocks.map(blockPlainText).join('\n');

/** Returns the beginning of a message without its formatting signs, for one line in a list, a quote, a search result or a screen reader (R6.12). */
export function withoutFormatting(text: string): string {
  const beginning = text.slice(0, MAX_CHARS);
  return mayBeFormatted.test(beginning) ? plainText(parseFormat(beginning)) : beginning;
}
