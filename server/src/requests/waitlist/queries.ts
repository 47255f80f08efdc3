import { type SqlBool, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';
import { pending } from '../kinds/queries.js';
import type { WaitlistEntry } from './plan.js';

/** The locked project's waitlist: first the requests with a seat offer, then the others by place. Ids rise in the order of asking. */
export const listWaitlist = async (trx: Trx, projectId: number): Promise<WaitlistEntry[]> => {
  const rows = await trx
    .selectFrom('join_requests as r')
    .innerJoin('users as u', 'u.id', 'r.requester_id')
    .select([
      'r.id',
      'r.requester_id',
      'u.name as requester_name',
      'r.role_id',
      'r.line_place',
      'r.offered_until',
      'r.waits_until',
    ])
    .where('r.project_id', '=', projectId)
    .where('r.status', '=', pending)
    .where('r.line_place', 'is not', null)
    .orderBy('r.line_place')
    .orderBy('r.offered_until')
    .orderBy('r.id')
    .execute();
  return rows.map(({ line_place, ...entry }) => ({ ...entry, place: line_place ?? 0 }));
};

/**
 * Locks these members' request versions in the order of their ids. One action may change requests of several members in several statements,
 * and two such actions on two projects could otherwise deadlock.
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

/** The applicants of the locked project's pending requests for these roles. */
export const listApplicantsFor = async (trx: Trx, projectId: number, roles: readonly number[]): Promise<number[]> => {
  const rows = await trx
    .selectFrom('join_requests')
    .select('requester_id')
    .where('project_id', '=', projectId)
    .where('status', '=', pending)
    .where(sql<SqlBool>`role_id = ANY(${[...roles]}::bigint[])`)
    .execute();
  return rows.map(({ requester_id }) => requester_id);
};

/** Makes the locked project's pending requests for these roles requests without a role. */
export const clearRoles = (trx: Trx, projectId: number, roles: readonly number[]) =>
  trx
    .updateTable('join_requests')
    .set({ role_id: null })
    .where('project_id', '=', projectId)
    .where('status', '=', pending)
    .where(sql<SqlBool>`role_id = ANY(${[...roles]}::bigint[])`)
    .execute();

/** Puts a request on the waitlist, which ends its deadline; false if it is not pending. `settleWaitlist` sets when its time there ends. */
export const putOnWaitlist = async (trx: Trx, id: number, place: number): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('join_requests')
    .set({ line_place: place, waits_until: null, answer_from: null, answer_by: null, reminders_sent: 0 })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** A request's new place on the waitlist, or its seat offer. */
export interface WaitlistRow {
  id: number;
  line_place: number | null;
  offered_until: Date | null;
  waits_until: Date | null;
  waitlist_change: number;
}

const waitlistColumns = ['id', 'line_place', 'offered_until', 'waits_until', 'waitlist_change'] as const;

export const offerSeats = (trx: Trx, ids: readonly number[], offered_until: Date): Promise<WaitlistRow[]> =>
  trx
    .updateTable('join_requests')
    .set({ line_place: 0, offered_until, waits_until: null })
    .where('id', 'in', ids)
    .returning(waitlistColumns)
    .execute();

/** Moves requests to other places. Those whose time on the waitlist has no end yet get this one. */
export const moveOnWaitlist = async (
  trx: Trx,
  moved: readonly { id: number; to: number }[],
  until: Date,
): Promise<WaitlistRow[]> => {
  const { rows } = await sql<WaitlistRow>`
    UPDATE join_requests r SET line_place = m.place, waits_until = coalesce(r.waits_until, ${until}::timestamptz)
    FROM unnest(${moved.map(({ id }) => id)}::bigint[], ${moved.map(({ to }) => to)}::int[]) AS m (id, place)
    WHERE r.id = m.id
    RETURNING r.id, r.line_place, r.offered_until, r.waits_until, r.waitlist_change`.execute(trx);
  return rows;
};

/** Sets the end of a request's time on the waitlist. */
export const extendWait = (trx: Trx, id: number, waits_until: Date): Promise<WaitlistRow> =>
  trx
    .updateTable('join_requests')
    .set({ waits_until, reminders_sent: 0 })
    .where('id', '=', id)
    .returning(waitlistColumns)
    .executeTakeFirstOrThrow();

/** How often a member was reminded that their time on the waitlist ends. */
export const findRemindersSent = async (trx: Trx, id: number): Promise<number> =>
  (await trx.selectFrom('join_requests').select('reminders_sent').where('id', '=', id).executeTakeFirstOrThrow())
    .reminders_sent;

/** Ends requests whose seat offers, or time on the waitlist, have expired. */
export const endLapsed = (
  trx: Trx,
  ids: readonly number[],
  { endedBy, at }: { endedBy: 'offer_lapsed' | 'waitlist_lapsed'; at: Date },
) =>
  trx
    .updateTable('join_requests')
    .set({ status: 'withdrawn', decided_at: at, ended_by: endedBy, line_place: null, offered_until: null })
    .where('id', 'in', ids)
    .execute();
