import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.js';
import { isOpen } from '../../platform/records/open-requests.queries.js';

/** Serializes the transactions that fill a member's places for invitations: each sees what the previous one delivered. */
export const lockReceiver = (trx: Trx, memberId: number) =>
  sql`SELECT pg_advisory_xact_lock(hashtext('invited'), hashtext(${memberId}::text))`.execute(trx);

/** How many pending invitations a member has, and how many are queued for them. */
export const countOpenInvitations = async (
  trx: Trx,
  memberId: number,
  at: Date,
): Promise<{ delivered: number; queued: number }> => {
  const { rows } = await sql<{ delivered: number; queued: number }>`
    SELECT count(*) FILTER (WHERE delivered_at IS NOT NULL) AS delivered, count(*) FILTER (WHERE delivered_at IS NULL) AS queued
    FROM invitations WHERE member_id = ${memberId} AND ${isOpen('invitations', at)}`.execute(trx);
  return rows[0] ?? { delivered: 0, queued: 0 };
};

/** The first invitation in the member's queue. */
export const findQueued = async (db: Db | Trx, memberId: number, at: Date) => {
  const { rows } = await sql<{ id: number; project_id: number }>`
    SELECT id, project_id FROM invitations
    WHERE member_id = ${memberId} AND delivered_at IS NULL AND ${isOpen('invitations', at)}
    ORDER BY id LIMIT 1`.execute(db);
  return rows[0];
};

interface NewInvitation {
  project_id: number;
  creator_id: number;
  member_id: number;
  role_id: number | null;
  message: string;
}

/** Stores an invitation in the queue, until `until`. It gets no reminders there, since the time to answer hasn't started. */
export const insertQueued = async (
  trx: Trx,
  invitation: NewInvitation,
  { at, until }: { at: Date; until: Date },
): Promise<number> => {
  const values = { ...invitation, created_at: at, answer_from: until, answer_by: until };
  const { id } = await trx.insertInto('invitations').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
};

/** Delivers a queued invitation; false if it is no longer queued. */
export const deliver = async (trx: Trx, id: number, { at, by }: { at: Date; by: Date }): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('invitations')
    .set({ delivered_at: at, answer_from: at, answer_by: by })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('delivered_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};
