import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';
import type { TableShape } from './tables.js';

/** The embedded database answers a statement as a whole, so a table is read in pieces of 1 MB. */
const PAGES_PER_PIECE = 128;
const PAGE_BYTES = 8_192;

/** Copies all rows of a table, as PostgreSQL itself writes and reads them (COPY). */
export async function copyTable(source: pg.ClientBase, target: pg.ClientBase, table: TableShape): Promise<void> {
  const columns = table.columns.join(', ');
  const size = await source.query<{ bytes: number }>('SELECT pg_relation_size($1::regclass) AS bytes', [table.name]);
  const pages = (size.rows[0]?.bytes ?? 0) / PAGE_BYTES;
  async function* rows() {
    for (let page = 0; page < pages; page += PAGES_PER_PIECE) {
      const piece = `ctid >= '(${page},0)' AND ctid < '(${page + PAGES_PER_PIECE},0)'`;
      yield* source.query(to(`COPY (SELECT ${columns} FROM ${table.name} WHERE ${piece}) TO STDOUT`));
    }
  }
  await pipeline(rows(), target.query(from(`COPY ${table.name} (${columns}) FROM STDIN`)));
}
