import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { isGone } from '../../contact/contact.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { isOnPage, type Page, type PageRange, readPage } from '../../platform/db/page.js';
import type { Tables } from '../../platform/db/tables.js';
import { isOpen, isOverdue } from '../../platform/records/open-requests.queries.js';
import { titleFor } from '../../platform/records/project-title.queries.js';
import { pending, pendingCreator, type Reading, showsApplicant } from '../kinds/queries.js';
import type { JoinRequestRow } from './present.js';

/** Join requests, with the project's title as one member reads it: the applicant, unless another is named. */
const joinRequests = (db: Db | Trx, reading: Reading | null = null) =>
  db
    .selectFrom('join_requests as r')
    .innerJoin('projects as p', 'p.id', 'r.project_id')
    .innerJoin('users as u', 'u.id', 'r.requester_id')
    .leftJoin('project_roles as o', 'o.id', 'r.role_id')
    .select([
      'r.id',
      'r.project_id',
      titleFor(reading?.readerId ?? sql.ref<number>('r.requester_id')).as('project_title'),
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
    .select(sql<boolean>`(p.hidden_at IS NOT NULL AND r.status = 'accepted')`.as('project_hidden'))
    .select(sql<boolean>`(p.state = 'finished' AND r.status = 'accepted')`.as('project_finished'))
    .select(showsApplicant('r', reading).as('shows_profile'));

/**
 * Whether a request ended because its member left the team or deleted their account. A withdrawal has a time of its own, a declined seat
 * offer a mark, and a removal and every other end a reason.
 */
export const leftTeam = sql<boolean>`(r.status = 'withdrawn' AND r.ended_by IS NULL AND r.withdrawn_at IS NULL
  AND NOT r.offer_declined AND r.ask_again_at IS NOT NULL)`;

/**
 * Whether nobody sent the request: it only stands for the seat of an invited member or a former creator, so it never had a deadline or a
 * place on the waitlist.
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
 * Pending requests to a creator's projects, or to one of them, newest first. `waitlist`: true for only those on the waitlist or with a seat
 * offer, false for only those that need an answer; undefined for both, with a total that counts only the latter.
 */
export const listIncoming = (
  db: Db,
  creatorId: number,
  { projectId, waitlist, at }: { projectId: number | undefined; waitlist: 'yes' | 'no' | undefined; at: Date },
  range: PageRange,
): Promise<Page<JoinRequestRow>> =>
  page(
    joinRequests(db, { readerId: creatorId, at })
      .where('r.creator_id', '=', creatorId)
      .where(isOpen('join_requests', at, 'r'))
      .$if(waitlist !== undefined, (query) => query.where('r.line_place', waitlist === 'yes' ? 'is not' : 'is', null))
      .$if(projectId !== undefined, (query) => query.where('r.project_id', '=', projectId ?? 0)),
    counter(db)
      .where('creator_id', '=', creatorId)
      .where(isOpen('join_requests', at))
      .where('line_place', waitlist === 'yes' ? 'is not' : 'is', null)
      .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId ?? 0)),
    range,
  );

/** Decided and ended requests to a creator's projects, or to one of them, newest first. */
export const listDecided = (
  db: Db,
  creatorId: number,
  { projectId, at }: { projectId: number | undefined; at: Date },
  range: PageRange,
): Promise<Page<JoinRequestRow>> => {
  const decided = counter(db)
    .where('creator_id', '=', creatorId)
    .where(
      sql<SqlBool>`((join_requests.status <> 'pending' AND ended_by IS DISTINCT FROM 'took_over' AND NOT ${isUnasked})
        OR ${isOverdue('join_requests', at)})`,
    )
    .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId ?? 0));
  return page(joinRequests(db, { readerId: creatorId, at }).where(isOnPage('r.id', decided, range)), decided, range);
};

/** A member's requests, in every state or in one, newest first. */
export const listMine = (
  db: Db,
  requesterId: number,
  { status, at }: { status: Status | undefined; at: Date },
  range: PageRange,
): Promise<Page<JoinRequestRow>> => {
  const hasStatus = (row: 'r' | 'join_requests') => {
    if (status === undefined) return sql<SqlBool>`true`;
    if (status === 'pending') return isOpen('join_requests', at, row);
    const hasRowStatus = sql<SqlBool>`${sql.ref(`${row}.status`)} = ${status}`;
    return status === 'withdrawn'
      ? sql<SqlBool>`(${hasRowStatus} OR ${isOverdue('join_requests', at, row)})`
      : hasRowStatus;
  };
  return page(
    joinRequests(db).where('r.requester_id', '=', requesterId).where(hasStatus('r')),
    counter(db).where('requester_id', '=', requesterId).where(hasStatus('join_requests')),
    range,
  );
};

/** Requests that either of two members has sent to the other, as the first reads them, in every state, newest first. */
export const listBetween = (
  db: Db,
  members: readonly [number, number],
  { limit, at }: { limit: number; at: Date },
): Promise<JoinRequestRow[]> =>
  joinRequests(db, { readerId: members[0], at })
    .where('r.creator_id', 'in', members)
    .where('r.requester_id', 'in', members)
    .whereRef('r.creator_id', '<>', 'r.requester_id')
    .where(sql<SqlBool>`NOT ${isUnasked}`)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute();

/** A join request, as one of its two sides reads it. */
export const findJoinRequestFor = (db: Db, id: number, reading: Reading): Promise<JoinRequestRow | undefined> =>
  joinRequests(db, reading).where('r.id', '=', id).executeTakeFirst();

export const findJoinRequest = (trx: Trx, id: number): Promise<JoinRequestRow> =>
  joinRequests(trx).where('r.id', '=', id).executeTakeFirstOrThrow();

/** Those of these requests that exist, from any member. */
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
