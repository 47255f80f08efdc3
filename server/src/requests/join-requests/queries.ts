import type { DeclineReason, EndReason } from '@sangam/shared/projects/lifecycle';
import type { RequestAnswer } from '@sangam/shared/projects/questions';
import { type NotNull, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { areBlocked } from '../../contact/contact.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { type Page, type PageRange, toPage } from '../../platform/db/page.js';
import type { Tables } from '../../platform/db/tables.js';
import type { JoinRequestRow } from './present.js';

/** A literal, not a parameter: PostgreSQL uses the partial indexes only for a literal. */
const pending = sql.lit('pending' as const);

const joinRequests = (db: Db | Trx) =>
  db
    .selectFrom('join_requests as r')
    .innerJoin('projects as p', 'p.id', 'r.project_id')
    .innerJoin('users as u', 'u.id', 'r.requester_id')
    .select(['r.id', 'r.project_id', 'p.title as project_title', 'r.requester_id as user_id', 'u.name as user_name'])
    .select([
      'r.creator_id',
      'u.skills as user_skills',
      'r.message',
      'r.answers',
      'r.status',
      'r.ended_by',
      'r.decline_reason',
      'r.end_word',
    ])
    .select(['r.created_at', 'r.decided_at', 'r.answer_by', 'r.line_place', 'r.offered_until']);

type Status = JoinRequestRow['status'];
type Counter = SelectQueryBuilder<Tables, 'join_requests', { count: number }>;

const counter = (db: Db): Counter =>
  db.selectFrom('join_requests').select((eb) => eb.fn.countAll<number>().as('count'));

const page = async (
  query: ReturnType<typeof joinRequests>,
  counted: Counter,
  range: PageRange,
): Promise<Page<JoinRequestRow>> => {
  const found = await query
    .select(() => counted.as('total'))
    .$if(range.before !== undefined, (all) => all.where('r.id', '<', range.before ?? 0))
    .orderBy('r.id', 'desc')
    .limit(range.limit + 1)
    .$castTo<JoinRequestRow & { total: number }>()
    .execute();
  return toPage(found, range, async () => (await counted.executeTakeFirstOrThrow()).count);
};

/** Pending requests on the projects of a creator, or on one of them, newest first. */
export const listIncoming = (
  db: Db,
  creatorId: number,
  projectId: number | undefined,
  range: PageRange,
): Promise<Page<JoinRequestRow>> =>
  page(
    joinRequests(db)
      .where('r.creator_id', '=', creatorId)
      .where('r.status', '=', pending)
      .$if(projectId !== undefined, (all) => all.where('r.project_id', '=', projectId ?? 0)),
    counter(db)
      .where('creator_id', '=', creatorId)
      .where('status', '=', pending)
      .$if(projectId !== undefined, (all) => all.where('project_id', '=', projectId ?? 0)),
    range,
  );

/** Requests of a member, in every state or in one, newest first. */
export const listMine = (
  db: Db,
  requesterId: number,
  status: Status | undefined,
  range: PageRange,
): Promise<Page<JoinRequestRow>> =>
  page(
    joinRequests(db)
      .where('r.requester_id', '=', requesterId)
      .$if(status !== undefined, (all) => all.where('r.status', '=', status ?? 'pending')),
    counter(db)
      .where('requester_id', '=', requesterId)
      .$if(status !== undefined, (all) => all.where('status', '=', status ?? 'pending')),
    range,
  );

/** Requests of either of two members to the other, in every state, newest first. */
export const listBetween = (db: Db, members: readonly [number, number], limit: number): Promise<JoinRequestRow[]> =>
  joinRequests(db)
    .where('r.creator_id', 'in', members)
    .where('r.requester_id', 'in', members)
    .whereRef('r.creator_id', '<>', 'r.requester_id')
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute();

/** Those of them that are pending. */
export const listPendingBetween = (db: Db, members: readonly [number, number]) =>
  db
    .selectFrom('join_requests')
    .select(['id', 'project_id', 'requester_id'])
    .where('creator_id', 'in', members)
    .where('requester_id', 'in', members)
    .where('status', '=', pending)
    .execute();

/** A pending request, and whose it is. */
export interface PendingRequest {
  id: number;
  requester_id: number;
}

/**
 * The pending requests of a project between whose requester and creator there is a block: the last in line first, so that no seat
 * is offered to one that ends next.
 */
export const listPendingBlocked = (trx: Trx, projectId: number): Promise<PendingRequest[]> =>
  trx
    .selectFrom('join_requests as r')
    .select(['r.id', 'r.requester_id'])
    .where('r.project_id', '=', projectId)
    .where('r.status', '=', pending)
    .where(areBlocked(sql.ref('r.creator_id'), sql.ref('r.requester_id')))
    .orderBy('r.line_place', (by) => by.desc().nullsFirst())
    .orderBy('r.id', 'desc')
    .execute();

/** Those of a member that are pending. */
export const listPendingOf = (db: Db, requesterId: number) =>
  db
    .selectFrom('join_requests')
    .select(['id', 'project_id', 'requester_id'])
    .where('requester_id', '=', requesterId)
    .where('status', '=', pending)
    .execute();

export const findJoinRequest = (trx: Trx, id: number): Promise<JoinRequestRow> =>
  joinRequests(trx).where('r.id', '=', id).executeTakeFirstOrThrow();

/** Those of these requests that exist, whoever asked. */
export const listByIds = (db: Db, ids: readonly number[]): Promise<JoinRequestRow[]> =>
  joinRequests(db)
    .where(sql<SqlBool>`r.id = ANY(${[...ids]}::int8[])`)
    .orderBy('r.id')
    .execute();

/** The member's latest request to join a project. */
export const findRequestStatus = (db: Db | Trx, projectId: number, requesterId: number) =>
  db
    .selectFrom('join_requests')
    .select(['id', 'status', 'created_at', 'ended_by', 'decline_reason', 'end_word', 'decided_at', 'answer_by'])
    .select(['line_place', 'offered_until'])
    .where('requester_id', '=', requesterId)
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** A request's project and requester, neither of which ever changes. */
export const findParties = (trx: Trx, id: number) =>
  trx.selectFrom('join_requests').select(['project_id', 'requester_id']).where('id', '=', id).executeTakeFirst();

/** Why a request is not pending any more, for who asked. */
export const endOf = async (trx: Trx, id: number): Promise<'OFFER_LAPSED' | 'ALREADY_DECIDED'> => {
  const request = trx.selectFrom('join_requests').select('ended_by').where('id', '=', id);
  return (await request.executeTakeFirst())?.ended_by === 'offer_lapsed' ? 'OFFER_LAPSED' : 'ALREADY_DECIDED';
};

/** From when and until when a request waits for its answer. */
export interface AnswerClock {
  answer_from: Date;
  answer_by: Date;
}

/** A pending request that waits with a clock, under its project's lock; undefined for any other. */
export const findPendingClock = (trx: Trx, id: number) =>
  trx
    .selectFrom('join_requests')
    .select(['requester_id', 'answer_from', 'answer_by', 'reminders_sent'])
    .where('id', '=', id)
    .where('status', '=', pending)
    .where('answer_by', 'is not', null)
    .$narrowType<{ answer_from: NotNull; answer_by: NotNull }>()
    .executeTakeFirst();

/** The pending requests of a project, under its lock. */
export const listPending = (trx: Trx, projectId: number): Promise<JoinRequestRow[]> =>
  joinRequests(trx).where('r.project_id', '=', projectId).where('r.status', '=', pending).orderBy('r.id').execute();

/** The pending requests of a project that wait for an answer wait anew: none of its line. */
export const restartClocks = async (trx: Trx, projectId: number, clock: AnswerClock): Promise<void> => {
  await trx
    .updateTable('join_requests')
    .set({ ...clock, reminders_sent: 0 })
    .where('project_id', '=', projectId)
    .where('status', '=', pending)
    .where('line_place', 'is', null)
    .execute();
};

/** The accepted request of who has a seat without ever having asked for it. Answers its id. */
export const insertAccepted = async (
  trx: Trx,
  request: { project_id: number; creator_id: number; requester_id: number; message: string },
  at: Date,
): Promise<number> => {
  const values = { ...request, status: 'accepted', created_at: at, decided_at: at } as const;
  const { id } = await trx.insertInto('join_requests').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
};

export const noteReminders = (trx: Trx, id: number, reminders_sent: number) =>
  trx.updateTable('join_requests').set({ reminders_sent }).where('id', '=', id).execute();

interface NewRequest {
  project_id: number;
  creator_id: number;
  requester_id: number;
  message: string;
  answers: readonly RequestAnswer[];
}

/** The new request's id; null while an earlier one is pending. */
export const insertJoinRequest = async (
  trx: Trx,
  { answers, ...request }: NewRequest & AnswerClock,
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

/** How a pending request ends. */
interface RequestEnd {
  status: 'accepted' | 'rejected' | 'withdrawn';
  at: Date;
  declineReason?: DeclineReason | undefined;
  word?: string | undefined;
  endedBy?: EndReason | undefined;
}

/** Ends a pending request; false when it is not pending. */
export const endJoinRequest = async (
  trx: Trx,
  id: number,
  { status, at, declineReason, word, endedBy }: RequestEnd,
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('join_requests')
    .set({ status, decided_at: at, decline_reason: declineReason ?? null, end_word: word ?? null })
    .set({ line_place: null, offered_until: null })
    .$if(endedBy !== undefined, (update) => update.set({ ended_by: endedBy ?? 'no_answer' }))
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Withdraws the member's accepted request; answers its id. */
export const withdrawAccepted = (
  trx: Trx,
  projectId: number,
  requesterId: number,
  { endedBy, word, at }: { endedBy: EndReason | null; word: string | null; at: Date },
): Promise<{ id: number }[]> =>
  trx
    .updateTable('join_requests')
    .set({ status: 'withdrawn', decided_at: at, end_word: word, ...(endedBy === null ? {} : { ended_by: endedBy }) })
    .where('project_id', '=', projectId)
    .where('requester_id', '=', requesterId)
    .where('status', '=', 'accepted')
    .returning('id')
    .execute();

/** Withdraws all pending requests of a project. */
export const withdrawPending = (
  trx: Trx,
  projectId: number,
  { endedBy, at }: { endedBy: EndReason; at: Date },
): Promise<{ id: number; requester_id: number }[]> =>
  trx
    .updateTable('join_requests')
    .set({ status: 'withdrawn', decided_at: at, ended_by: endedBy, line_place: null, offered_until: null })
    .where('project_id', '=', projectId)
    .where('status', '=', pending)
    .returning(['id', 'requester_id'])
    .execute();
