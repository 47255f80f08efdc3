import type { EndReason } from '@sangam/shared/projects/lifecycle';
import type { RequestAnswer } from '@sangam/shared/projects/questions';
import { askAgainFrom } from '@sangam/shared/requests/ask-again';
import type { DeclineReason } from '@sangam/shared/requests/decline-reasons';
import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { isGone } from '../../contact/contact.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { type Page, type PageRange, readPage } from '../../platform/db/page.js';
import type { Tables } from '../../platform/db/tables.js';
import { titleFor } from '../../platform/records/project-title.queries.js';
import { type Deadline, pendingCreator, showsApplicant } from '../kinds/queries.js';
import type { JoinRequestRow } from './present.js';

/** A literal, not a parameter: PostgreSQL uses the partial indexes only for literals. */
const pending = sql.lit('pending' as const);

/** Join requests, with the project's title as one member reads it: the applicant, unless another is named. */
const joinRequests = (db: Db | Trx, readerId: number | Expression<number> = sql.ref<number>('r.requester_id')) =>
  db
    .selectFrom('join_requests as r')
    .innerJoin('projects as p', 'p.id', 'r.project_id')
    .innerJoin('users as u', 'u.id', 'r.requester_id')
    .leftJoin('project_roles as o', 'o.id', 'r.role_id')
    .select([
      'r.id',
      'r.project_id',
      titleFor(readerId).as('project_title'),
      'r.requester_id as user_id',
      'u.name as user_name',
      'r.creator_id',
      'u.skills as user_skills',
      'r.role_id',
      'o.name as role_name',
      'r.message',
      'r.answers',
      'r.status',
      'r.ended_by',
      'r.decline_reason',
      'r.end_word',
      'r.created_at',
      'r.decided_at',
      'r.answer_by',
      'r.ask_again_at',
      'r.line_place',
      'r.offered_until',
      'r.waits_until',
      'r.waitlist_change',
      'r.for_waitlist',
      'r.offer_declined',
      leftTeam.as('left_team'),
      isUnasked.as('is_unasked'),
      sql<boolean>`${isGone('u')}`.as('user_gone'),
    ])
    .select(pendingCreator('r', sql.ref('r.creator_id')).as('creator_name'))
    .select(showsApplicant('r', readerId).as('shows_profile'));

/**
 * Whether a request ended because its member left the team or their account went. A withdrawal has a time of its own and a declined seat
 * offer a mark; a removal and every other end have a reason.
 */
export const leftTeam = sql<boolean>`(r.status = 'withdrawn' AND r.ended_by IS NULL AND r.withdrawn_at IS NULL
  AND NOT r.offer_declined AND r.ask_again_at IS NOT NULL)`;

/**
 * Whether nobody sent a request: it stands for the seat of an invited member or a former creator, so it never had a deadline or a place
 * on the waitlist.
 */
export const isUnasked = sql<boolean>`(answer_from IS NULL AND waitlist_change = 0)`;

type Status = JoinRequestRow['status'];
type Counter = SelectQueryBuilder<Tables, 'join_requests', { count: number }>;

const counter = (db: Db): Counter =>
  db.selectFrom('join_requests').select((eb) => eb.fn.countAll<number>().as('count'));

const page = (
  query: ReturnType<typeof joinRequests>,
  counted: Counter,
  range: PageRange,
): Promise<Page<JoinRequestRow>> => readPage(query, counted, { range, id: 'r.id' });

/**
 * Pending requests to a creator's projects, or to one of them, newest first. `waitlist`: only those on the waitlist or with a seat offer,
 * or only those that need an answer; undefined for both, while the total still counts only the latter.
 */
export const listIncoming = (
  db: Db,
  creatorId: number,
  { projectId, waitlist }: { projectId: number | undefined; waitlist: 'yes' | 'no' | undefined },
  range: PageRange,
): Promise<Page<JoinRequestRow>> =>
  page(
    joinRequests(db, creatorId)
      .where('r.creator_id', '=', creatorId)
      .where('r.status', '=', pending)
      .$if(waitlist !== undefined, (all) => all.where('r.line_place', waitlist === 'yes' ? 'is not' : 'is', null))
      .$if(projectId !== undefined, (all) => all.where('r.project_id', '=', projectId ?? 0)),
    counter(db)
      .where('creator_id', '=', creatorId)
      .where('status', '=', pending)
      .where('line_place', waitlist === 'yes' ? 'is not' : 'is', null)
      .$if(projectId !== undefined, (all) => all.where('project_id', '=', projectId ?? 0)),
    range,
  );

/** Decided and ended requests to a creator's projects, or to one of them, newest first. */
export const listDecided = (
  db: Db,
  creatorId: number,
  projectId: number | undefined,
  range: PageRange,
): Promise<Page<JoinRequestRow>> => {
  const isDecided = sql<SqlBool>`status <> 'pending' AND ended_by IS DISTINCT FROM 'took_over' AND NOT ${isUnasked}`;
  return page(
    joinRequests(db, creatorId)
      .where('r.creator_id', '=', creatorId)
      .where(isDecided)
      .$if(projectId !== undefined, (all) => all.where('r.project_id', '=', projectId ?? 0)),
    counter(db)
      .where('creator_id', '=', creatorId)
      .where(isDecided)
      .$if(projectId !== undefined, (all) => all.where('project_id', '=', projectId ?? 0)),
    range,
  );
};

/** A member's requests, in every state or in one, newest first. */
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

/** Requests that either of two members has sent to the other, as the first reads them, in every state, newest first. */
export const listBetween = (db: Db, members: readonly [number, number], limit: number): Promise<JoinRequestRow[]> =>
  joinRequests(db, members[0])
    .where('r.creator_id', 'in', members)
    .where('r.requester_id', 'in', members)
    .whereRef('r.creator_id', '<>', 'r.requester_id')
    .where(sql<SqlBool>`NOT ${isUnasked}`)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute();

/** A join request, as one of its two sides reads it. */
export const findJoinRequestFor = (db: Db, id: number, readerId: number): Promise<JoinRequestRow | undefined> =>
  joinRequests(db, readerId).where('r.id', '=', id).executeTakeFirst();

export const findJoinRequest = (trx: Trx, id: number): Promise<JoinRequestRow> =>
  joinRequests(trx).where('r.id', '=', id).executeTakeFirstOrThrow();

/** The existing ones among these requests, from any member. */
export const listByIds = (db: Db, ids: readonly number[]): Promise<JoinRequestRow[]> =>
  joinRequests(db)
    .where(sql<SqlBool>`r.id = ANY(${[...ids]}::int8[])`)
    .orderBy('r.id')
    .execute();

/** The member's latest request to join a project. */
export const findRequestStatus = (db: Db | Trx, projectId: number, requesterId: number) =>
  db
    .selectFrom('join_requests as r')
    .leftJoin('project_roles as o', 'o.id', 'r.role_id')
    .select([
      'r.id',
      'r.status',
      'r.created_at',
      'r.ended_by',
      'r.decline_reason',
      'r.end_word',
      'r.decided_at',
      'r.answer_by',
      'r.ask_again_at',
      'r.role_id',
      'o.name as role_name',
      'r.line_place',
      'r.offered_until',
      'r.waits_until',
      'r.waitlist_change',
      'r.for_waitlist',
    ])
    .select(leftTeam.as('left_team'))
    .where('r.requester_id', '=', requesterId)
    .where('r.project_id', '=', projectId)
    .orderBy('r.id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Why a request is no longer pending, for its applicant. */
export const endOf = async (trx: Trx, id: number): Promise<'OFFER_LAPSED' | 'WAITLIST_LAPSED' | 'ALREADY_DECIDED'> => {
  const request = trx.selectFrom('join_requests').select('ended_by').where('id', '=', id);
  const ended = (await request.executeTakeFirst())?.ended_by;
  if (ended === 'waitlist_lapsed') return 'WAITLIST_LAPSED';
  return ended === 'offer_lapsed' ? 'OFFER_LAPSED' : 'ALREADY_DECIDED';
};

/** The locked project's pending requests. */
export const listPending = (trx: Trx, projectId: number): Promise<JoinRequestRow[]> =>
  joinRequests(trx).where('r.project_id', '=', projectId).where('r.status', '=', pending).orderBy('r.id').execute();

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
  /** null for a seat without a role. */
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
    .set({
      status,
      decided_at: at,
      decline_reason: declineReason ?? null,
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

/** Withdraws a pending request for its applicant, who may decline a seat offer by that; false when it is not pending. */
export const withdrawJoinRequest = async (
  trx: Trx,
  id: number,
  { at, declinesOffer }: { at: Date; declinesOffer: boolean },
): Promise<boolean> => {
  if (!(await endJoinRequest(trx, id, { status: 'withdrawn', at }))) return false;
  const how = declinesOffer ? { offer_declined: true } : { withdrawn_at: at };
  await trx.updateTable('join_requests').set(how).where('id', '=', id).execute();
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
  { endedBy, at, which }: { endedBy: EndReason; at: Date; which: 'all' | 'overdue' },
): Promise<{ id: number; requester_id: number }[]> =>
  trx
    .updateTable('join_requests')
    .set({ status: 'withdrawn', decided_at: at, ended_by: endedBy, line_place: null, offered_until: null })
    .where('project_id', '=', projectId)
    .where('status', '=', pending)
    .$if(which === 'overdue', (update) => update.where('answer_by', '<=', at))
    .returning(['id', 'requester_id'])
    .execute();
