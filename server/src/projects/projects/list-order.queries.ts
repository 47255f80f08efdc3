import type { ProjectSort } from '@sangam/shared/projects/projects';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isVisible } from '../conditions.queries.js';
import { freeSeats } from '../teams/free-seats.queries.js';

/** An order that the database can sort by; `fitting.ts` ranks by `fit`. */
export type StoredSort = Exclude<ProjectSort, 'fit'>;
/** Without a requested order, lists are `newest` or, with a search, `match`. */
export type StoredOrder = StoredSort | 'newest' | 'match';

/** A project's position in an order at the time it was read. Lower ranks come first. */
export interface RankedPosition {
  order: StoredOrder;
  rank: number;
  id: number;
}

/** Where a page begins: after a position, or after a project's current one. A page after a project that isn't shown is empty. */
export interface PageStart {
  after?: RankedPosition | undefined;
  before?: number | undefined;
}

export const storedOrderOf = ({ sort, search }: { sort?: StoredSort | undefined; search: string }): StoredOrder =>
  sort ?? (search === '' ? 'newest' : 'match');

/** Among equals the newest project comes first, except with `closing_soon`, whose index has the other direction. */
const isOldestFirst = (order: StoredOrder): boolean => order === 'closing_soon';

/** Negative if `a` comes first. Both must be of the same order. */
export const compareRanked = (a: Omit<RankedPosition, 'order'>, b: RankedPosition): number =>
  a.rank - b.rank || (isOldestFirst(b.order) ? a.id - b.id : b.id - a.id);

/** The rank of `p` by order. */
export const sortRanks: Record<StoredSort | 'newest', RawBuilder<number>> = {
  newest: sql<number>`0`,
  // Microseconds, as the database stores it.
  closing_soon: sql<number>`(extract(epoch FROM p.confirmed_at) * 1000000)::int8`,
  open_seats: sql<number>`(-${freeSeats})`,
};

const orders: Record<StoredSort, RawBuilder<unknown>> = {
  closing_soon: sql`p.confirmed_at, p.id`,
  open_seats: sql`${freeSeats} DESC, p.id DESC`,
};
/** Each order matches an index. */
export const orderBy = (sort: StoredSort | undefined): RawBuilder<unknown> =>
  sort === undefined ? sql`p.id DESC` : orders[sort];

/** Whether `p` comes after the start of the page, in a form that the order's index can use. */
export function isAfterStart({ after, before }: PageStart, sort: StoredSort | undefined): RawBuilder<SqlBool> {
  const id = after?.id ?? before;
  if (id === undefined) return sql<SqlBool>`true`;
  const lastValue = (currentValue: RawBuilder<unknown>, valueOfRank: (rank: number) => RawBuilder<unknown>) =>
    after ? valueOfRank(after.rank) : sql`(SELECT ${currentValue} FROM projects p WHERE p.id = ${id} AND ${isVisible})`;
  switch (sort) {
    case 'closing_soon': {
      const confirmedAt = lastValue(
        sql`p.confirmed_at`,
        (rank) => sql`(timestamptz 'epoch' + ${rank}::int8 * interval '1 microsecond')`,
      );
      return sql<SqlBool>`(p.confirmed_at, p.id) > (${confirmedAt}, ${id}::int8)`;
    }
    case 'open_seats': {
      const seats = lastValue(freeSeats, (rank) => sql`${-rank}::int`);
      return sql<SqlBool>`(${freeSeats}, p.id) < (${seats}, ${id}::int8)`;
    }
    default:
      return sql<SqlBool>`p.id < ${id}`;
  }
}

/** The order of rows `ranked` that have a `rank` column. */
export const orderOfRanked = (order: StoredOrder): RawBuilder<unknown> =>
  isOldestFirst(order) ? sql`ranked.rank, ranked.id` : sql`ranked.rank, ranked.id DESC`;

/**
 * A project by its id, with the fields of its words: title, skills, creator, description. `OFFSET 0` makes PostgreSQL read the words once: they
 * are stored apart from the row, and a rank compares them twelve times.
 */
export const projectWithFields = (id: RawBuilder<number>) => sql`(
  SELECT projects.*, string_to_array(search_words, chr(10)) AS fields FROM projects WHERE projects.id = ${id} OFFSET 0)`;

/** Whether a row `ranked` comes after the start of the page. `rank` is the expression for the rank of a project `p`. */
export function isRankedAfter(
  { after, before }: PageStart,
  order: StoredOrder,
  rank: RawBuilder<number>,
): RawBuilder<SqlBool> {
  const id = after?.id ?? before;
  if (id === undefined) return sql<SqlBool>`true`;
  const lastRank = after
    ? sql`${after.rank}::int8`
    : sql`(SELECT ${rank} FROM ${projectWithFields(sql`${id}::int8`)} p WHERE ${isVisible})`;
  const isLaterId = isOldestFirst(order) ? sql`ranked.id > ${id}::int8` : sql`ranked.id < ${id}::int8`;
  return sql<SqlBool>`(ranked.rank > ${lastRank} OR (ranked.rank = ${lastRank} AND ${isLaterId}))`;
}
