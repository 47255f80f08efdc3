import { matchRanges } from './search-words.js';

const LENGTH = 200;
const BEFORE = 60;

/** The position of the first of these folded words; 0 if the text has none. */
export const firstOf = (text: string, words: readonly string[]): number => matchRanges(text, words)[0]?.[0] ?? 0;

/** The start of a word, or at least of a character, at or before an offset. */
export function startOf(text: string, offset: number): number {
  if (offset === 0 || offset >= text.length) return offset;
  const space = text.lastIndexOf(' ', offset);
  if (space > offset - 20) return space + 1;
  const code = text.charCodeAt(offset);
  return code >= 0xdc00 && code <= 0xdfff ? offset - 1 : offset;
}

/**
 * The part of a text around the first of these folded words, on one line. Never cuts a character in two. `isCut`: on which sides the text is
 * itself cut.
 */
export function excerptAround(
  text: string,
  words: readonly string[],
  isCut: { before: boolean; after: boolean } = { before: false, after: false },
): string {
  const first = firstOf(text, words);
  const start = startOf(text, first <= BEFORE ? 0 : first - BEFORE);
  const end = startOf(text, Math.min(start + LENGTH, text.length));
  const part = text.slice(start, end).replaceAll(/\s+/gu, ' ').trim();
  return `${isCut.before || start > 0 ? '…' : ''}${part}${isCut.after || end < text.length ? '…' : ''}`;
}
