import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.js';

interface NewSession {
  id: string;
  user_id: number;
  expires_at: Date;
  remembered: boolean;
  device: string | null;
  network: string | null;
}

export const insertSession = async (handle: Db | Trx, session: NewSession): Promise<void> => {
  await handle
    .insertInto('sessions')
    .values({ ...session, ended_at: null, used_at: null })
    .execute();
};

/** Locks a session that is live at this time. */
export const lockLive = (handle: Db | Trx, id: string, at: Date) =>
  handle
    .selectFrom('sessions')
    .select(['created_at', 'expires_at'])
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .forUpdate()
    .executeTakeFirst();

export const rememberSession = async (handle: Db | Trx, id: string, expires_at: Date): Promise<void> => {
  await handle
    .updateTable('sessions')
    .set({ remembered: true, expires_at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
};

/** Returns those of the sessions that are live at this time, with their members' names. */
export const listMembersOfLive = (db: Db, ids: readonly string[], at: Date) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'users.name'])
    .where(sql<SqlBool>`sessions.id = ANY (${ids}::uuid[])`)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .execute();

/** The most sessions to list. Members can still log out all others at once. */
const LISTED_MAX = 100;

export interface ListedSession {
  id: string;
  device: string | null;
  network: string | null;
  created_at: Date;
  used_at: Date | null;
}

/** A member's sessions that are live at this time, the last used first. */
export const listLive = (db: Db, userId: number, at: Date): Promise<ListedSession[]> =>
  db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .select(['id', 'device', 'network', 'created_at', 'used_at'])
    .orderBy(sql`coalesce(used_at, created_at)`, 'desc')
    .orderBy('id')
    .limit(LISTED_MAX)
    .execute();

/** Whether this session belongs to the member and has ended. */
export const hasEnded = async (db: Db, id: string, userId: number): Promise<boolean> => {
  const ended = db.selectFrom('sessions').select('id').where('id', '=', id).where('user_id', '=', userId);
  return (await ended.where('ended_at', 'is not', null).executeTakeFirst()) !== undefined;
};

export const endSession = async (db: Db, id: string, at: Date): Promise<void> => {
  await db.updateTable('sessions').set({ ended_at: at }).where('id', '=', id).where('ended_at', 'is', null).execute();
};

/** Ends a member's sessions: all, one of them, or all but one. Returns the ids of those that it ended. */
export const endSessionsOf = async (
  trx: Trx,
  userId: number,
  at: Date,
  { onlyId, exceptId }: { onlyId?: string; exceptId?: string } = {},
): Promise<string[]> => {
  let query = trx.updateTable('sessions').set({ ended_at: at }).where('user_id', '=', userId);
  if (onlyId !== undefined) query = query.where('id', '=', onlyId);
  if (exceptId !== undefined) query = query.where('id', '<>', exceptId);
  const ended = await query.where('ended_at', 'is', null).returning('id').execute();
  return ended.map(({ id }) => id);
};

/** When a session began, including one of a suspended member; null if it is unknown. */
export async function findSessionBegin(db: Db, sessionId: string): Promise<Date | null> {
  const found = await db
    .selectFrom('sessions')
    .select('created_at')
    .where('id', '=', sessionId)
    .unionAll(db.selectFrom('suspended_sessions').select('created_at').where('id', '=', sessionId))
    .executeTakeFirst();
  return found?.created_at ?? null;
}
