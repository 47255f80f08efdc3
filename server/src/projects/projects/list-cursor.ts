import type { FitRank } from '@sangam/shared/people/fit-order';
import { ID, parseFitCursor, writeFitCursor } from '../../people/people.js';
import type { RankedPosition, StoredOrder } from './list-order.queries.js';

/** The end of a page of the project list. It stays valid whatever happens to the page's last project. */
export interface ListCursor {
  /** The last project's position, by fit or in the database's order. */
  at: { kind: 'fit'; fit: FitRank } | { kind: 'ranked'; ranked: RankedPosition };
  /** The last project that is compared; null if all are. */
  end: RankedPosition | null;
}

const letters: Record<StoredOrder, string> = { newest: 'n', closing_soon: 'c', open_seats: 's', match: 'm' };
/** The highest ranks: the last microsecond of a date, and an int4 for seats and matches. */
const MAX_RANKS: Record<StoredOrder, number> = { newest: 0, closing_soon: 8.64e15, open_seats: 1e9, match: 1e9 };
const orders: readonly StoredOrder[] = ['newest', 'closing_soon', 'open_seats', 'match'];

const writeRanked = ({ order, rank, id }: RankedPosition): string => `${letters[order]}.${rank}.${id}`;

/** Returns the text that the client sends back for the next page. */
export const writeListCursor = ({ at, end }: ListCursor): string =>
  `${at.kind === 'fit' ? writeFitCursor(at.fit) : writeRanked(at.ranked)}${end === null ? '' : `_${writeRanked(end)}`}`;

const ranked = new RegExp(`^([a-z])\\.(-?\\d{1,16})\\.${ID}$`, 'u');

function parseRanked(text: string): RankedPosition | null {
  const [, letter, rank, id] = ranked.exec(text) ?? [];
  const order = orders.find((each) => letters[each] === letter);
  const cursor = order && { order, rank: Number(rank), id: Number(id) };
  // The database would refuse a greater number.
  if (!cursor || !Number.isSafeInteger(cursor.id) || Math.abs(cursor.rank) > MAX_RANKS[cursor.order]) return null;
  return cursor;
}

/** Returns null for a text that the server can't have returned in this order. */
export function parseListCursor(text: string, order: StoredOrder | 'fit', stored: StoredOrder): ListCursor | null {
  const [first = '', last, ...more] = text.split('_');
  const end = last === undefined ? null : parseRanked(last);
  if (more.length > 0 || (last !== undefined && end?.order !== stored)) return null;
  if (order === 'fit') {
    const fit = parseFitCursor(first);
    return fit && { at: { kind: 'fit', fit }, end };
  }
  const cursor = parseRanked(first);
  return cursor?.order === order ? { at: { kind: 'ranked', ranked: cursor }, end } : null;
}
