import { placesOf } from '@sangam/shared/rules/search-words';

const LENGTH = 200;
const BEFORE = 60;

/** The part of a message around the first word that was looked for, on one line. Never cuts a character in two. */
export function excerptOf(content: string, words: readonly string[]): string {
  const first = placesOf(content, words)[0]?.[0] ?? 0;
  const start = first <= BEFORE ? 0 : first - BEFORE;
  const end = start + LENGTH;
  const part = content.slice(startOf(content, start), startOf(content, Math.min(end, content.length)));
  return `${start > 0 ? '…' : ''}${part.replaceAll(/\s+/gu, ' ').trim()}${end < content.length ? '…' : ''}`;
}

/** The next beginning of a word, or at least of a character, at or before an offset. */
function startOf(content: string, offset: number): number {
  if (offset === 0 || offset >= content.length) return offset;
  const space = content.lastIndexOf(' ', offset);
  if (space > offset - 20) return space + 1;
  const code = content.charCodeAt(offset);
  return code >= 0xdc00 && code <= 0xdfff ? offset - 1 : offset;
}
