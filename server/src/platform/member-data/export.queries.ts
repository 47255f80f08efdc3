import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.js';

/** The member's own row, with these fields. */
export async function findSelf(
  db: Db,
  userId: number,
  fields: Record<string, RawBuilder<unknown>>,
): Promise<Record<string, unknown> | undefined> {
  const columns = Object.entries(fields).map(([name, value]) => sql`${value} AS ${sql.ref(name)}`);
  const { rows } = await sql<Record<string, unknown>>`
    SELECT ${sql.join(columns)} FROM users u WHERE u.id = ${userId}`.execute(db);
  return rows[0];
}
