import { type SqlBool, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';
import type { WaitlistEntry } from './plan.js';

/** The locked project's waitlist: first the requests with a seat offer, then the others by place. */
export const listWaitlist = async (trx: Trx, projectId: number): Promise<WaitlistEntry[]> => {
  const rows = await trx
    .selectFrom('join_requests as r')
    .innerJoin('users as u', 'u.id', 'r.requester_id')
    .select(['r.id', 'r.requester_id', 'u.name as requester_name', 'r.line_place', 'r.offered_until'])
    .where('r.project_id', '=', projectId)
    .where('r.status', '=', sql.lit('pending' as const))
    .where('r.line_place', 'is not', null)
    .orderBy('r.line_place')
    .orderBy('r.offered_until')
    .orderBy('r.id')
    .execute();
  return rows.map(({ line_place, ...entry }) => ({ ...entry, place: line_place ?? 0 }));
};

/**
 * Locks these members' request versions in the order of their ids. One act may change requests of several members in several
 * statements, and two such acts on two projects would otherwise wait for each other.
 */
export const lockVersions = async (trx: Trx, userIds: readonly number[]): Promise<void> => {
  await trx
    .selectFrom('request_versions')
    .select('user_id')
    .where(sql<SqlBool>`user_id = ANY(${[...userIds]}::bigint[])`)
    .orderBy('user_id')
    .forNoKeyUpdate()
    .execute();
};

/** Puts a pending request on the waitlist, which ends its deadline; false when it is not pending. */
export const placeOnWaitlist = async (trx: Trx, id: number, place: number): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('join_requests')
    .set({ line_place: place, answer_from: null, answer_by: null })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export const offerSeats = (trx: Trx, ids: readonly number[], offered_until: Date) =>
  trx.updateTable('join_requests').set({ line_place: 0, offered_until }).where('id', 'in', ids).execute();

export const moveOnWaitlist = (trx: Trx, moved: readonly { id: number; to: number }[]) =>
  sql`UPDATE join_requests r SET line_place = m.place
    FROM unnest(${moved.map(({ id }) => id)}::bigint[], ${moved.map(({ to }) => to)}::int[]) AS m (id, place)
    WHERE r.id = m.id`.execute(trx);

/** Ends requests whose seat offers have expired. */
export const endLapsed = (trx: Trx, ids: readonly number[], at: Date) =>
  trx
    .updateTable('join_requests')
    .set({ status: 'withdrawn', decided_at: at, ended_by: 'offer_lapsed', line_place: null, offered_until: null })
    .where('id', 'in', ids)
    .execute();
