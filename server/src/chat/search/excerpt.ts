import { placesOf } from '@sangam/shared/core/search-words';
import { withoutFormatting } from '@sangam/shared/core/without-formatting';

const LENGTH = 200;
const BEFORE = 60;
/** Formatting is read from a larger part: a bold text may begin before the excerpt. */
const READ = 700;
const READ_BEFORE = 300;

/** The part of a message around the first word found, on one line and without formatting. Never cuts a character in two. */
export function excerptOf(content: string, words: readonly string[]): string {
  const found = firstOf(content, words);
  const from = startOf(content, Math.max(0, found - READ_BEFORE));
  const to = startOf(content, Math.min(from + READ, content.length));
  const read = content.slice(from, to);
  const plain = withoutFormatting(read);
  // The word may be part of the formatting itself, as the address of a named link.
  const isShown = words.length === 0 || placesOf(plain, words).length > 0;
  const text = isShown ? plain : read;
  const first = firstOf(text, words);
  const start = startOf(text, first <= BEFORE ? 0 : first - BEFORE);
  const end = startOf(text, Math.min(start + LENGTH, text.length));
  const part = text.slice(start, end).replaceAll(/\s+/gu, ' ').trim();
  return `${from + start > 0 ? '…' : ''}${part}${end < text.length || to < content.length ? '…' : ''}`;
}

const firstOf = (text: string, words: readonly string[]): number => placesOf(text, words)[0]?.[0] ?? 0;

/** The start of a word, or at least of a character, at or before an offset. */
function startOf(content: string, offset: number): number {
  if (offset === 0 || offset >= content.length) return offset;
  const space = content.lastIndexOf(' ', offset);
  if (space > offset - 20) return space + 1;
  const code = content.charCodeAt(offset);
  return code >= 0xdc00 && code <= 0xdfff ? offset - 1 : offset;
}
