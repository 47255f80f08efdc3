import { isEmptySearch, parseSearch } from '@sangam/shared/chat/search-text';
import { coreLimits } from '@sangam/shared/core/limits';
import { wordsOf } from '@sangam/shared/core/search-words';
import { failureText } from '../../../core/api/errors';
import type { SearchBoxKind } from '../../state/search-dialog';
import type { Found } from './use-search';

/** Returns the line below the results. `text`: the field's text; `count`: the number of results shown. */
export function statusOf(kind: SearchBoxKind, text: string, found: Found, count: number): string {
  if (found.error) return failureText(found.error, 'Search failed');
  if (kind === 'everything' && text === '') return '';
  const isUnfinished = kind === 'everything' && isEmptySearch(parseSearch(text));
  if (isUnfinished && count === 0) return 'Keep typing, for example from:asha or after:2026-02';
  if (found.text !== text || (found.isSearching && count === 0)) return 'Searching…';
  if (found.isIndexing) return 'Older messages are being indexed and will appear in a moment';
  if (count === 0) return kind === 'people' ? nobodyFound(text) : `No results for “${text.trim()}”`;
  return count === 1 ? '1 result' : `${count}${found.next === null ? '' : '+'} results`;
}

function nobodyFound(text: string): string {
  const min = coreLimits.wordBeginningMinChars;
  return wordsOf(text).some((word) => [...word].length < min)
    ? `No member has this name. Type at least ${min} letters to search by the beginning of a name.`
    : 'No member found with this name';
}
