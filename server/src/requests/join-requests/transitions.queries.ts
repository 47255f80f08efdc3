import type { EndReason } from '@sangam/shared/projects/lifecycle';
import type { RequestAnswer } from '@sangam/shared/projects/questions';
import { askAgainFrom } from '@sangam/shared/requests/ask-again';
import type { RejectReason } from '@sangam/shared/requests/reject-reasons';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';
import { type Deadline, isSelected, pending } from '../kinds/queries.js';

/** Inserts the accepted request of a member who has a seat, of a role or none, without having requested it. Returns its id. */
export const insertAccepted = async (
  trx: Trx,
  request: { project_id: number; creator_id: number; requester_id: number; role_id?: number | null; message: string },
  at: Date,
): Promise<number> => {
  const role_id = sql<number | null>`(
    SELECT role_id FROM project_members WHERE project_id = ${request.project_id} AND user_id = ${request.requester_id})`;
  const values = { role_id, ...request, status: 'accepted', created_at: at, decided_at: at } as const;
  const { id } = await trx.insertInto('join_requests').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
};

interface NewRequest {
  /** Null for a seat without a role. */
  role_id: number | null;
  project_id: number;
  creator_id: number;
  requester_id: number;
  message: string;
  answers: readonly RequestAnswer[];
  for_waitlist: boolean;
}

/** Returns the new request's id; null while an earlier one is pending. */
export const insertJoinRequest = async (
  trx: Trx,
  { answers, ...request }: NewRequest & Deadline,
): Promise<number | null> => {
  const row = await trx
    .insertInto('join_requests')
    .values({ ...request, answers: JSON.stringify(answers), decided_at: null })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'requester_id']).where('status', '=', pending).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
};

/** The facts that allow a request to be reopened: its status, the time of its rejection, and whether its applicant has a newer one. */
export const findRejected = (trx: Trx, id: number) =>
  trx
    .selectFrom('join_requests as r')
    .select(['r.status', 'r.decided_at'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('join_requests as newer')
          .select('newer.id')
          .whereRef('newer.project_id', '=', 'r.project_id')
          .whereRef('newer.requester_id', '=', 'r.requester_id')
          .whereRef('newer.id', '>', 'r.id'),
      ).as('has_newer'),
    )
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow();

/** Makes a rejected request pending again, with a new deadline. Its role may have been removed in the meantime. */
export const reopenJoinRequest = (trx: Trx, id: number, deadline: Deadline, reopened_at: Date) =>
  trx
    .updateTable('join_requests')
    .set({
      status: 'pending',
      decided_at: null,
      decline_reason: null,
      end_word: null,
      ...deadline,
      reminders_sent: 0,
      reopened_at,
      role_id: sql`(SELECT o.id FROM project_roles o WHERE o.id = join_requests.role_id AND o.removed_at IS NULL)`,
    })
    .where('id', '=', id)
    .execute();

interface RequestEnd {
  status: 'accepted' | 'rejected' | 'withdrawn';
  at: Date;
  rejectReason?: RejectReason | undefined;
  word?: string | undefined;
  endedBy?: EndReason | undefined;
}

/** Ends a request; false if it is not pending. */
export const endJoinRequest = async (
  trx: Trx,
  id: number,
  { status, at, rejectReason, word, endedBy }: RequestEnd,
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('join_requests')
    .set({
      status,
      decided_at: at,
      decline_reason: rejectReason ?? null,
      end_word: word ?? null,
      line_place: null,
      offered_until: null,
    })
    .$if(endedBy !== undefined, (update) => update.set({ ended_by: endedBy ?? 'no_answer' }))
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Withdraws a request for its applicant, or declines its seat offer; false if it is not pending. */
export const withdrawJoinRequest = async (
  trx: Trx,
  id: number,
  { at, declinesOffer }: { at: Date; declinesOffer: boolean },
): Promise<boolean> => {
  if (!(await endJoinRequest(trx, id, { status: 'withdrawn', at }))) return false;
  const changes = declinesOffer ? { offer_declined: true } : { withdrawn_at: at };
  await trx.updateTable('join_requests').set(changes).where('id', '=', id).execute();
  return true;
};

/** Withdraws the member's accepted request and returns its id. */
export const withdrawAccepted = (
  trx: Trx,
  projectId: number,
  requesterId: number,
  { endedBy, word, at }: { endedBy: EndReason | null; word: string | null; at: Date },
): Promise<{ id: number }[]> =>
  trx
    .updateTable('join_requests')
    .set({ status: 'withdrawn', decided_at: at, end_word: word, ...(endedBy === null ? {} : { ended_by: endedBy }) })
    .$if(endedBy !== 'took_over', (update) => update.set({ ask_again_at: askAgainFrom(at) }))
    .where('project_id', '=', projectId)
    .where('requester_id', '=', requesterId)
    .where('status', '=', 'accepted')
    .returning('id')
    .execute();

/** Withdraws a project's pending requests, or those whose deadline has passed. */
export const withdrawPending = (
  trx: Trx,
  projectId: number,
  { endedBy, at, which: selection }: { endedBy: EndReason; at: Date; which: 'all' | 'overdue' },
): Promise<{ id: number; requester_id: number }[]> =>
  trx
    .updateTable('join_requests')
    .set({ status: 'withdrawn', decided_at: at, ended_by: endedBy, line_place: null, offered_until: null })
    .where('project_id', '=', projectId)
    .where('status', '=', pending)
    .where(isSelected(selection, at))
    .returning(['id', 'requester_id'])
    .execute();
