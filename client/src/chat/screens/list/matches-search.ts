import { foldText, hasWords, wordsOf } from '@sangam/shared/core/search-words';
import { withoutFormatting } from '@sangam/shared/core/without-formatting';
import type { ListRow } from './list.select';

/** Matches the name or the last message as shown, without case and accents: by a part of it, or by words in any order. */
export function matchesSearch(row: ListRow, search: string): boolean {
  const [part, words] = [foldText(search.trim()), wordsOf(search)];
  return [row.name, withoutFormatting(row.lastMessage ?? '')].some(
    (text) => foldText(text).includes(part) || (words.length > 0 && hasWords(text, words)),
  );
}
