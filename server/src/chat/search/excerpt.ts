import { excerptAround, firstOf, startOf } from '@sangam/shared/core/excerpt';
import { matchRanges } from '@sangam/shared/core/search-words';
import { withoutFormatting } from '@sangam/shared/core/without-formatting';

/** Formatting is parsed in a larger part, since a bold text may start before the excerpt. */
const READ = 700;
const READ_BEFORE = 300;

/** The part of a message around the first word found, on one line and without formatting. Never cuts a character in two. */
export function excerptOf(content: string, words: readonly string[]): string {
  const found = firstOf(content, words);
  const from = startOf(content, Math.max(0, found - READ_BEFORE));
  const to = startOf(content, Math.min(from + READ, content.length));
  const read = content.slice(from, to);
  const plain = withoutFormatting(read);
  // The word may be part of the formatting itself, such as the address of a named link.
  const isShown = words.length === 0 || matchRanges(plain, words).length > 0;
  return excerptAround(isShown ? plain : read, words, { before: from > 0, after: to < content.length });
}
