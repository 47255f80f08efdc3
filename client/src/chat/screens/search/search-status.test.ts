import { expect, it } from 'vitest';
import type { SearchBoxKind } from '../../state/search-dialog';
import { statusOf } from './search-status';
import { type Found, nothingFound } from './use-search';

const found = (text: string, change: Partial<Found> = {}): Found => ({ ...nothingFound, text, ...change });
const unfinished = 'Keep typing, for example from:asha or after:2026-02';
const indexed = 'Older messages are being indexed and will appear in a moment';

it.each<[string, SearchBoxKind, string, Found, number, string]>([
  ['nothing while the field is empty', 'everything', '', found(''), 0, ''],
  ['how an unfinished filter goes on', 'everything', 'from:', found('from:'), 0, unfinished],
  ['the first results of an unfinished filter', 'everything', 'in:', found('in:'), 2, '2 results'],
  ['a search on its way', 'everything', 'kite', found('kit'), 3, 'Searching…'],
  ['a search without an answer yet', 'everything', 'kite', found('kite', { isSearching: true }), 0, 'Searching…'],
  ['the results that are there', 'everything', 'kite', found('kite', { isSearching: true }), 1, '1 result'],
  [
    'that there may be more',
    'everything',
    'kite',
    found('kite', { next: { before: '', before_id: 1 } }),
    9,
    '9+ results',
  ],
  ['that older messages will follow', 'everything', 'kite', found('kite', { isIndexing: true }), 0, indexed],
  ['no results', 'everything', ' kite ', found(' kite '), 0, 'No results for “kite”'],
  ['no such member', 'people', 'Asha', found('Asha'), 0, 'No member found with this name'],
  [
    'a failure first',
    'everything',
    '',
    found('', { error: { kind: 'network' } }),
    0,
    'Network error. Please try again.',
  ],
])('says %s', (_, kind, text, results, count, line) => {
  expect(statusOf(kind, text, results, count)).toBe(line);
});

it('says how many letters a name needs', () => {
  expect(statusOf('people', 'A', found('A'), 0)).toMatch(/^No member has this name\. Type at least \d letters/u);
});
