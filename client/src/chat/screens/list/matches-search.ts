import { foldText, hasWords, wordsOf } from '@sangam/shared/core/search-words';
import { withoutFormatting } from '@sangam/shared/core/without-formatting';
import { HIDDEN_MESSAGE } from '../../state/kinds';
import type { ListRow } from './list.select';

/** The members whose words may be hidden. */
export interface BlockedMembers {
  byId: Readonly<Record<number, { is_blocked: boolean }>>;
}

/** Whether the name or the last message as shown contains the search text, or all of its words in any order. Ignores case and accents. */
export function matchesSearch(row: ListRow, search: string, { byId }: BlockedMembers): boolean {
  const [phrase, words] = [foldText(search.trim()), wordsOf(search)];
  const isHidden = byId[row.writer?.id ?? 0]?.is_blocked;
  return [row.name, isHidden ? HIDDEN_MESSAGE : withoutFormatting(row.lastMessage ?? '')].some(
    (text) => foldText(text).includes(phrase) || (words.length > 0 && hasWords(text, words)),
  );
}
