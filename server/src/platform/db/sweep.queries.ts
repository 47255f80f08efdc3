import { sql } from 'kysely';
import type { Trx } from './database.js';
import type { Tables } from './tables.js';

/** Deletes up to `max` rows of a table whose time in `column` was before this date, oldest first; answers how many. */
export async function deleteBefore(
  trx: Trx,
  { table, column, before, max }: { table: keyof Tables; column: string; before: Date; max: number },
): Promise<number> {
  const [rows, time] = [sql.table(table), sql.ref(column)];
  const { numAffectedRows } = await sql`
    DELETE FROM ${rows} WHERE id IN (
      SELECT id FROM ${rows} WHERE ${time} < ${before} ORDER BY ${time} LIMIT ${max}
    )`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
