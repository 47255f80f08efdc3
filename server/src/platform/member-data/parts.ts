import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../db/database.js';
import type { Tables } from '../db/tables.js';

/** A row of an export. `key` orders the rows, and is left out. */
export type ExportRow = { key: number } & Record<string, unknown>;

/** Returns up to `max` rows with a key above `after`, in order. */
type ExportList = (db: Db, userId: number, after: number, max: number) => Promise<{ rows: ExportRow[] }>;

/** A subject's part of a member's data export. No list holds another member's address. */
export interface ExportPart {
  /** Fields of the member, each an SQL expression over their row `u` of `users`. */
  member?: Record<string, RawBuilder<unknown>>;
  lists?: Record<string, ExportList>;
  /** Longer parts, as the text of one JSON value that is written piece by piece. */
  streams?: Record<string, (db: Db, userId: number) => AsyncGenerator<string, void, undefined>>;
}

/** The tables of a subject that hold a member's own rows, by the column that names the member. An erasure deletes these rows. */
export type OwnTables = Partial<Record<keyof Tables, string>>;

/** Deletes up to `max` rows of a subject that are no longer needed; returns how many. */
export type Sweep = (trx: Trx, nowMs: number, max: number) => Promise<number>;

/**
 * Deletes up to `max` rows of a table whose time in `column` is before this date, oldest first; returns how many. The ids are an array:
 * with wrong statistics, a subquery would be compared with each row of the table.
 */
export async function deleteBefore(
  trx: Trx,
  { table, column, before, max }: { table: keyof Tables; column: string; before: Date; max: number },
): Promise<number> {
  const [rows, time] = [sql.table(table), sql.ref(column)];
  const { numAffectedRows } = await sql`
    DELETE FROM ${rows} WHERE id = ANY (ARRAY(
      SELECT id FROM ${rows} WHERE ${time} < ${before} ORDER BY ${time} LIMIT ${max}
    ))`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
