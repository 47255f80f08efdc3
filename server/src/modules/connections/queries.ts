import { sql } from 'kysely';
import type { Db, Trx } from '../../db/database.js';
import type { ConnectionRow } from './present.js';

/** Written out, not parameters: only so does PostgreSQL know that the partial indexes fit. */
const denied = sql.lit('denied' as const);
const pending = sql.lit('pending' as const);

const connections = (db: Db | Trx) =>
  db
    .selectFrom('connections as c')
    .innerJoin('projects as p', 'p.id', 'c.project_id')
    .innerJoin('users as u', 'u.id', 'c.requester_id')
    .select(['c.id', 'c.project_id', 'p.title as project_title', 'c.status', 'c.created_at', 'c.requester_id'])
    .select(['u.name as requester_name', 'u.college as requester_college', 'u.email as requester_email'])
    .select(['u.skills as requester_skills', 'u.github_link as requester_github']);

/** Who is interested in a project, newest first. */
export const listConnections = (db: Db, projectId: number, limit: number): Promise<ConnectionRow[]> =>
  connections(db).where('c.project_id', '=', projectId).orderBy('c.id', 'desc').limit(limit).execute();

/** Undecided interest in the projects of a creator, newest first. */
export const listIncoming = (db: Db, creatorId: number, limit: number): Promise<ConnectionRow[]> =>
  connections(db)
    .where('p.creator_id', '=', creatorId)
    .where('c.status', '=', pending)
    .orderBy('c.id', 'desc')
    .limit(limit)
    .execute();

export const findConnection = (trx: Trx, id: number): Promise<ConnectionRow> =>
  connections(trx).where('c.id', '=', id).executeTakeFirstOrThrow();

/** The member's latest interest in a project. */
export const findStanding = (db: Db, projectId: number, requesterId: number) =>
  db
    .selectFrom('connections')
    .select(['id', 'status', 'created_at'])
    .where('requester_id', '=', requesterId)
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Which project a connection is about, and whose that is; neither ever changes. */
export const findProjectOf = (trx: Trx, id: number) =>
  trx
    .selectFrom('connections as c')
    .innerJoin('projects as p', 'p.id', 'c.project_id')
    .select(['p.id', 'p.creator_id'])
    .where('c.id', '=', id)
    .executeTakeFirst();

/** The new connection's id; null while an earlier one is pending or approved. */
export const insertConnection = async (
  trx: Trx,
  connection: { project_id: number; requester_id: number },
): Promise<number | null> => {
  const row = await trx
    .insertInto('connections')
    .values({ ...connection, decided_at: null })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'requester_id']).where('status', '<>', denied).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
};

/** Decides a pending connection; false when it was decided before. */
export const decideConnection = async (
  trx: Trx,
  id: number,
  status: 'approved' | 'denied',
  at: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('connections')
    .set({ status, decided_at: at })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};
