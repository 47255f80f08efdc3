import type { EndReason } from '@sangam/shared/projects/lifecycle';
import { requestServerLimits } from '@sangam/shared/requests/limits';
import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.js';
import { isOnPage, type Page, type PageRange, readPage } from '../../platform/db/page.js';
import type { Tables } from '../../platform/db/tables.js';
import { isOpen, isOverdue } from '../../platform/records/open-requests.queries.js';
import { titleFor } from '../../platform/records/project-title.queries.js';
import { isSelected, pending, type RequestSelection } from '../kinds/queries.js';
import type { InvitationRow } from './present.js';

/** Invitations, with the project's title as one member reads it: the invited member, unless another is named. */
const invitations = (db: Db | Trx, readerId: number | Expression<number> = sql.ref<number>('i.member_id')) =>
  db
    .selectFrom('invitations as i')
    .innerJoin('projects as p', 'p.id', 'i.project_id')
    .innerJoin('users as c', 'c.id', 'i.creator_id')
    .innerJoin('users as m', 'm.id', 'i.member_id')
    .leftJoin('project_roles as o', (join) => join.onRef('o.id', '=', 'i.role_id').on('o.removed_at', 'is', null))
    .select([
      'i.id',
      'i.project_id',
      titleFor(readerId).as('project_title'),
      'i.creator_id',
      'c.name as creator_name',
      'i.member_id',
      'm.name as member_name',
      'i.message',
      'i.status',
      'i.ended_by',
      'i.created_at',
      'i.delivered_at',
      'i.answer_by',
      'i.lapsed_at',
      'i.sent_withdrawn',
      'o.id as role_id',
      'o.name as role_name',
    ]);

type Counter = SelectQueryBuilder<Tables, 'invitations', { count: number }>;

const counter = (db: Db): Counter => db.selectFrom('invitations').select((eb) => eb.fn.countAll<number>().as('count'));

const page = (
  query: ReturnType<typeof invitations>,
  counted: Counter,
  range: PageRange,
): Promise<Page<InvitationRow>> => readPage(query, counted, { range, id: 'i.id' });

/** The member's pending invitations, newest first. */
export const listReceived = (db: Db, memberId: number, at: Date, range: PageRange): Promise<Page<InvitationRow>> => {
  const received = counter(db)
    .where('member_id', '=', memberId)
    .where('delivered_at', 'is not', null)
    .where(isOpen('invitations', at));
  return page(invitations(db).where(isOnPage('i.id', received, range)), received, range);
};

/** The member's invitations that ended without a seat, newest first, except those that never left the queue. */
export const listEnded = (db: Db, memberId: number, at: Date, range: PageRange): Promise<Page<InvitationRow>> => {
  const ended = counter(db)
    .where('member_id', '=', memberId)
    .where('delivered_at', 'is not', null)
    .where(sql<SqlBool>`(invitations.status IN ('declined', 'withdrawn') OR ${isOverdue('invitations', at)})`);
  return page(invitations(db).where(isOnPage('i.id', ended, range)), ended, range);
};

/** A creator's invitations, or those to one project, in every state, newest first. */
export const listSent = (
  db: Db,
  creatorId: number,
  projectId: number | undefined,
  range: PageRange,
): Promise<Page<InvitationRow>> => {
  const sent = counter(db)
    .where('creator_id', '=', creatorId)
    .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId ?? 0));
  return page(invitations(db, creatorId).where(isOnPage('i.id', sent, range)), sent, range);
};

/** Invitations from one member to another, as one of the two reads them, in every state, newest first. */
export const listFrom = (
  db: Db,
  { creatorId, memberId, readerId }: { creatorId: number; memberId: number; readerId: number },
  limit: number,
): Promise<InvitationRow[]> =>
  invitations(db, readerId)
    .where('i.creator_id', '=', creatorId)
    .where('i.member_id', '=', memberId)
    .orderBy('i.id', 'desc')
    .limit(limit)
    .execute();

export const findInvitation = (db: Db | Trx, id: number): Promise<InvitationRow | undefined> =>
  invitations(db).where('i.id', '=', id).executeTakeFirst();

export const getInvitation = (trx: Trx, id: number): Promise<InvitationRow> =>
  invitations(trx).where('i.id', '=', id).executeTakeFirstOrThrow();

/** The member's pending invitation to a project, delivered or queued. */
export const findPendingOf = (
  from: Db | Trx,
  projectId: number,
  memberId: number,
): Promise<InvitationRow | undefined> =>
  invitations(from)
    .where('i.project_id', '=', projectId)
    .where('i.member_id', '=', memberId)
    .where('i.status', '=', pending)
    .executeTakeFirst();

/** Whether the member was invited to the locked project and hasn't asked for it since. */
export const isInvited = async (trx: Trx, projectId: number, memberId: number, at: Date): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`
    SELECT EXISTS (
      SELECT FROM invitations WHERE project_id = ${projectId} AND member_id = ${memberId}
        AND (${isOpen('invitations', at)} OR NOT asked_since)) AS is`.execute(trx);
  return rows[0]?.is ?? false;
};

/** Whether an invitation has ended for its sender, even if its timer hasn't run; `isOverForSender` is the same for a row that was read. */
const hasLapsed = (at: Date) =>
  sql<SqlBool>`(lapsed_at IS NOT NULL OR created_at <= ${new Date(at.getTime() - requestServerLimits.invitationMs)})`;

/** The `lapsed_at` of an invitation that ends now: set if it lapsed before or is due to, otherwise null. */
const lapsedBy = (at: Date) =>
  sql<Date | null>`CASE WHEN ${hasLapsed(at)} THEN coalesce(lapsed_at, ${at}::timestamptz) END`;

/**
 * Ends a pending invitation for its sender only; false if it has ended or lapsed already, or has reached its deadline, which ends it for
 * both.
 */
export const lapse = async (trx: Trx, id: number, at: Date): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('invitations')
    .set({ lapsed_at: at })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('lapsed_at', 'is', null)
    .where('answer_by', '>', at)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Notes that the sender has withdrawn the invitation, if it has lapsed. */
export const recordWithdrawn = (trx: Trx, id: number) =>
  trx
    .updateTable('invitations')
    .set({ sent_withdrawn: true })
    .where('id', '=', id)
    .where('lapsed_at', 'is not', null)
    .execute();

/** The member's pending but lapsed invitation to the locked project, if they have asked since: another one may replace it. */
export const findReplaceable = (
  trx: Trx,
  { projectId, memberId, at }: { projectId: number; memberId: number; at: Date },
) =>
  trx
    .selectFrom('invitations')
    .select('id')
    .where('project_id', '=', projectId)
    .where('member_id', '=', memberId)
    .where('status', '=', pending)
    .where(hasLapsed(at))
    .where('asked_since', '=', true)
    .executeTakeFirst();

interface InvitationEnd {
  status: 'accepted' | 'declined' | 'withdrawn';
  at: Date;
  requestId?: number | undefined;
}

/** Ends one pending invitation; false if it isn't pending. */
export const endInvitation = async (
  trx: Trx,
  id: number,
  { status, at, requestId }: InvitationEnd,
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('invitations')
    .set({ status, decided_at: at, request_id: requestId ?? null, lapsed_at: lapsedBy(at) })
    // An invitation that was accepted in the queue is shown to the invited member, too.
    .$if(status === 'accepted', (update) => update.set({ delivered_at: sql<Date>`coalesce(delivered_at, ${at})` }))
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Ends all of a project's pending invitations, those whose deadline has passed, or one, for a reason other than an answer. */
export const endPending = async (
  trx: Trx,
  projectId: number,
  { endedBy, at, which: selection }: { endedBy: EndReason; at: Date; which: RequestSelection },
): Promise<InvitationRow[]> => {
  const ended = await trx
    .updateTable('invitations')
    .set({ status: 'withdrawn', decided_at: at, ended_by: endedBy })
    // An unanswered invitation ends for its sender, too.
    .set({ lapsed_at: endedBy === 'no_answer' ? sql<Date>`coalesce(lapsed_at, ${at})` : lapsedBy(at) })
    .where('project_id', '=', projectId)
    .where('status', '=', pending)
    .where(isSelected(selection, at))
    .returning('id')
    .execute();
  const ids = ended.map(({ id }) => id);
  return ids.length === 0 ? [] : invitations(trx).where('i.id', 'in', ids).orderBy('i.id').execute();
};

/** The pending join request of an invited member; undefined if there is none. */
export const findOwnRequest = (trx: Trx, projectId: number, memberId: number) =>
  trx
    .selectFrom('join_requests')
    .select(['id', 'role_id'])
    .where('project_id', '=', projectId)
    .where('requester_id', '=', memberId)
    .where('status', '=', pending)
    .executeTakeFirst();

/** Gives a request the role of the seat that its applicant takes. */
export const setRequestRole = (trx: Trx, id: number, role_id: number | null) =>
  trx.updateTable('join_requests').set({ role_id }).where('id', '=', id).execute();
