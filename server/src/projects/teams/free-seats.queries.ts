import { type SqlBool, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';

/** The seats of the project `p` that are reserved by seat offers. Literals, because the partial index is used for nothing else. */
export const reservedSeats = sql<number>`(
  SELECT count(*) FROM join_requests held
  WHERE held.project_id = p.id AND held.status = 'pending' AND held.line_place = 0)`;

/** The only definition of a free seat in the database: neither taken nor reserved. The first condition is that of an index. */
export const hasFreeSeat = sql<SqlBool>`(p.member_count < p.max_members AND p.max_members - p.member_count > ${reservedSeats})`;

/** Whether a locked project has a free seat. Its expired seat offers must have ended before. */
export const isSeatFree = async (trx: Trx, projectId: number): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`
    SELECT ${hasFreeSeat} AS is FROM projects p WHERE p.id = ${projectId}`.execute(trx);
  return rows[0]?.is ?? false;
};
