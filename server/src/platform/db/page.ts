import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from './database.js';
import type { Tables } from './tables.js';

/** A page of rows, and how many there are on all pages. */
export interface Page<Row> {
  rows: Row[];
  has_more: boolean;
  total: number;
}

/** The page to read: the first, or the one below the row with the id `before`. */
export interface PageRange {
  before?: number | undefined;
  limit: number;
}

/**
 * Cuts `limit + 1` rows to a page. Each row carries the total, so that both are from the same moment; below the last row there is
 * no row to carry it.
 */
export async function toPage<Row extends { total: number }>(
  found: Row[],
  { before, limit }: PageRange,
  count: () => Promise<number>,
): Promise<Page<Row>> {
  const total = found[0]?.total ?? (before === undefined ? 0 : await count());
  return { rows: found.slice(0, limit), has_more: found.length > limit, total };
}

/** Reads a page of a query's rows, newest first. `counted` counts all of them; `id` is the column that orders them. */
export async function readPage<DB, From extends keyof DB, Row, Counted extends keyof Tables>(
  query: SelectQueryBuilder<DB, From, Row>,
  counted: SelectQueryBuilder<Tables, Counted, { count: number }>,
  { range, id }: { range: PageRange; id: string },
): Promise<Page<Row>> {
  const found = await query
    .select(() => counted.as('total'))
    .$if(range.before !== undefined, (query) => query.where(sql<SqlBool>`${sql.ref(id)} < ${range.before ?? 0}`))
    .orderBy(sql.ref(id), 'desc')
    .limit(range.limit + 1)
    .$castTo<Row & { total: number }>()
    .execute();
  return toPage(found, range, async () => (await counted.executeTakeFirstOrThrow()).count);
}

/**
 * Whether a row is on the page of the rows that `listed` selects, newest first. For lists of which no index has the order: the ids are chosen
 * first, so that only the page's rows are joined with others.
 */
export const isOnPage = <Listed extends keyof Tables>(
  id: string,
  listed: SelectQueryBuilder<Tables, Listed, object>,
  { before, limit }: PageRange,
): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(id)} = ANY (ARRAY(${listed
    .clearSelect()
    .select(sql.ref('id').as('id'))
    .$if(before !== undefined, (query) => query.where(sql<SqlBool>`id < ${before ?? 0}`))
    .orderBy(sql.ref('id'), 'desc')
    .limit(limit + 1)}))`;

/** Tables that are read from first row to last, page by page. */
type PagedTable = 'conversations' | 'notifications' | 'push_subscriptions';

/** Returns the id of the last of `max` rows after the one with the id `after`; null where there is none. */
export async function lastOfPage(
  db: Db,
  table: PagedTable,
  { after, max }: { after: number; max: number },
): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    SELECT max(id) AS last FROM (
      SELECT id FROM ${sql.table(table)} WHERE id > ${after} ORDER BY id LIMIT ${max}) AS page`.execute(db);
  return rows[0]?.last ?? null;
}

/** The rows of such a page. `OFFSET 0` makes PostgreSQL find them by id, whatever else the query asks for. */
export const rowsOfPage = (table: PagedTable, { after, last }: { after: number; last: number }) =>
  sql`(SELECT * FROM ${sql.table(table)} WHERE id > ${after} AND id <= ${last} OFFSET 0)`;
