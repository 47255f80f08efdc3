import { askAgainAt } from '@sangam/shared/requests/ask-again';
import { type Expression, type SqlBool, sql } from 'kysely';
import { areBlocked, hasPageFor } from '../../contact/contact.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { isOpen } from '../../platform/records/open-requests.queries.js';

/** The tables of the kinds of requests. They share the columns that these statements use, except the member's. */
export type RequestTable = 'join_requests' | 'interests' | 'invitations';

const requesterOf = (table: RequestTable) => sql.ref(table === 'invitations' ? 'r.member_id' : 'r.requester_id');

/** A request of any kind. `requester_id`: the applicant, or the invited member. */
export interface RequestRef {
  id: number;
  requester_id: number;
}

/** A project's pending requests: all, those whose deadline has passed, or one. */
export type RequestSelection = RequestRef | 'all' | 'overdue';

/** A literal, not a parameter: PostgreSQL uses the partial indexes only for literals. */
export const pending = sql.lit('pending' as const);
const isPending = sql<SqlBool>`r.status = 'pending'`;

/** Whether a pending request is one of these. */
export const isSelected = (selection: RequestSelection, at: Date) => {
  if (selection === 'all') return sql<SqlBool>`true`;
  return selection === 'overdue' ? sql<SqlBool>`answer_by <= ${at}` : sql<SqlBool>`id = ${selection.id}`;
};

/** One member reads join requests or interests, now. */
export interface Reading {
  readerId: number;
  at: Date;
}

/**
 * Whether the reader of a join request or interest, the applicant if null, named as in the query, may see its applicant's profile: they are the applicant, it is
 * pending at this time, or they have the applicant's page. A block and the end of an account end pending ones.
 */
export const showsApplicant = (request: 'r' | 'i', reading: Reading | null) => {
  if (reading === null) return sql<boolean>`true`;
  const { readerId, at } = reading;
  const applicant = sql.ref<number>(`${request}.requester_id`);
  const table = request === 'r' ? 'join_requests' : 'interests';
  return sql<boolean>`(${isOpen(table, at, request)} OR ${applicant} = ${readerId} OR ${hasPageFor(readerId, applicant, at)})`;
};

/**
 * The name of the member who answers a pending join request or interest (`request` is its alias); null for an ended one, whose applicant
 * must not see in it whether the creator's account is gone.
 */
export const pendingCreator = (request: 'r' | 'i', creatorId: Expression<number>) =>
  sql<
    string | null
  >`CASE WHEN ${sql.ref(`${request}.status`)} = 'pending' THEN (SELECT c.name FROM users c WHERE c.id = ${creatorId}) END`;

/** When a request's time for an answer starts and ends. */
export interface Deadline {
  answer_from: Date;
  answer_by: Date;
}

/** A pending request with its deadline. */
export interface PendingDeadline extends RequestRef, Deadline {
  requester_name: string;
  reminders_sent: number;
}

/** A request's project and requester, neither of which ever changes. */
export const findParties = async (trx: Trx, table: RequestTable, id: number) => {
  const { rows } = await sql<{ project_id: number; requester_id: number }>`
    SELECT r.project_id, ${requesterOf(table)} AS requester_id FROM ${sql.table(table)} r WHERE r.id = ${id}`.execute(
    trx,
  );
  return rows[0];
};

/** The deadline of a pending request; null if it has none, undefined if the request is not pending. */
export const findAnswerBy = async (trx: Trx, table: RequestTable, id: number) => {
  const { rows } = await sql<{ answer_by: Date | null }>`
    SELECT r.answer_by FROM ${sql.table(table)} r WHERE r.id = ${id} AND ${isPending}`.execute(trx);
  return rows[0];
};

/** The deadline of a pending request, under its project's lock; undefined if it has none, as on the waitlist. */
export const findPendingDeadline = async (trx: Trx, table: RequestTable, id: number) => {
  const { rows } = await sql<PendingDeadline>`
    SELECT r.id, ${requesterOf(table)} AS requester_id, u.name AS requester_name, r.answer_from, r.answer_by, r.reminders_sent
    FROM ${sql.table(table)} r JOIN users u ON u.id = ${requesterOf(table)}
    WHERE r.id = ${id} AND ${isPending} AND r.answer_by IS NOT NULL`.execute(trx);
  return rows[0];
};

/** A member's pending request to the locked project whose deadline has passed, if there is one. */
export const findOverdueOf = async (
  trx: Trx,
  table: RequestTable,
  { project_id, requester_id, at }: { project_id: number; requester_id: number; at: Date },
): Promise<RequestRef | undefined> => {
  const { rows } = await sql<RequestRef>`
    SELECT r.id, ${requesterOf(table)} AS requester_id FROM ${sql.table(table)} r
    WHERE r.project_id = ${project_id} AND ${requesterOf(table)} = ${requester_id} AND ${isPending} AND r.answer_by <= ${at}`.execute(
    trx,
  );
  return rows[0];
};

export const setRemindersSent = (trx: Trx, table: RequestTable, id: number, remindersSent: number) =>
  sql`UPDATE ${sql.table(table)} SET reminders_sent = ${remindersSent} WHERE id = ${id}`.execute(trx);

/**
 * Passes a project's pending requests to its new creator, except those on the waitlist and those whose deadline has passed. A creator who
 * gets a request for the first time has at least a day for it, so that transferring back and forth doesn't extend a deadline. Returns the
 * requests.
 */
export const moveDeadlines = async (
  trx: Trx,
  table: RequestTable,
  { id, creator_id }: { id: number; creator_id: number },
  { formerId, at }: { formerId: number; at: Date },
): Promise<Omit<PendingDeadline, 'requester_name'>[]> => {
  const isKnown = sql<SqlBool>`${creator_id}::int8 = ANY(r.past_creators)`;
  const { rows } = await sql<Omit<PendingDeadline, 'requester_name'>>`
    UPDATE ${sql.table(table)} r
    SET answer_from = CASE WHEN ${isKnown} THEN r.answer_from ELSE ${at}::timestamptz END,
        answer_by = CASE WHEN ${isKnown} THEN r.answer_by ELSE greatest(r.answer_by, ${at}::timestamptz + interval '1 day') END,
        reminders_sent = CASE WHEN ${isKnown} THEN r.reminders_sent ELSE 0 END,
        past_creators = array_append(array_remove(r.past_creators, ${formerId}::int8), ${formerId}::int8)
    WHERE r.project_id = ${id} AND ${isPending} AND r.answer_by > ${at}
    RETURNING r.id, r.requester_id, r.answer_from, r.answer_by, r.reminders_sent`.execute(trx);
  return rows;
};

/** The member's earlier requests of this kind to the project, by their ids. */
export const listEarlier = async (
  trx: Trx,
  table: RequestTable,
  { id, requester_id }: RequestRef,
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    SELECT r.id FROM ${sql.table(table)} r
    WHERE r.requester_id = ${requester_id} AND r.id < ${id}
      AND r.project_id = (SELECT project_id FROM ${sql.table(table)} WHERE id = ${id})`.execute(trx);
  return rows.map((row) => row.id);
};

/**
 * The members with a seat, or with a request or invitation pending, in a project. Each seat but the creator's has an accepted request.
 * Queued invitations are left out, since their members don't know of them.
 */
export const listInvolved = async (trx: Trx, projectId: number, at: Date): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    SELECT r.requester_id AS id FROM join_requests r
    WHERE r.project_id = ${projectId} AND (r.status = 'accepted' OR ${isOpen('join_requests', at, 'r')})
    UNION
    SELECT r.requester_id FROM interests r WHERE r.project_id = ${projectId} AND ${isOpen('interests', at, 'r')}
    UNION
    SELECT r.member_id FROM invitations r
    WHERE r.project_id = ${projectId} AND ${isOpen('invitations', at, 'r')} AND r.delivered_at IS NOT NULL`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
};

/** Notes that the member asks for a seat in the locked project or shows interest, so that they may be invited again. */
export const recordAsked = (trx: Trx, projectId: number, memberId: number) =>
  trx
    .updateTable('invitations')
    .set({ asked_since: true })
    .where('project_id', '=', projectId)
    .where('member_id', '=', memberId)
    .where('asked_since', '=', false)
    .execute();

type PendingRequest = RequestRef & { project_id: number };

/** Pending requests of either of two members to the other. */
export const listPendingBetween = async (
  db: Db,
  table: RequestTable,
  a: number,
  b: number,
): Promise<PendingRequest[]> => {
  const requester = requesterOf(table);
  const { rows } = await sql<PendingRequest>`
    SELECT r.id, r.project_id, ${requester} AS requester_id FROM ${sql.table(table)} r JOIN projects p ON p.id = r.project_id
    WHERE ${isPending} AND ((${requester} = ${a} AND p.creator_id = ${b}) OR (${requester} = ${b} AND p.creator_id = ${a}))
    ORDER BY r.id`.execute(db);
  return rows;
};

/** A member's pending requests. */
export const listPendingOf = async (db: Db, table: RequestTable, requesterId: number): Promise<PendingRequest[]> => {
  const requester = requesterOf(table);
  const { rows } = await sql<PendingRequest>`
    SELECT r.id, r.project_id, ${requester} AS requester_id FROM ${sql.table(table)} r
    WHERE ${isPending} AND ${requester} = ${requesterId} ORDER BY r.id`.execute(db);
  return rows;
};

/**
 * A project's pending requests between whose applicant and creator there is a block. The last on the waitlist comes first, so that no seat
 * is offered to a request that ends next.
 */
export const listPendingBlocked = async (
  trx: Trx,
  table: RequestTable,
  { id, creator_id }: { id: number; creator_id: number },
): Promise<RequestRef[]> => {
  const { rows } = await sql<RequestRef>`
    SELECT r.id, r.requester_id FROM ${sql.table(table)} r
    WHERE r.project_id = ${id} AND ${isPending} AND ${areBlocked(sql`${creator_id}::int8`, sql.ref('r.requester_id'))}
    ORDER BY ${table === 'join_requests' ? sql`r.line_place DESC NULLS FIRST,` : sql``} r.id DESC`.execute(trx);
  return rows;
};

/** When a member may ask for a seat in the project or show interest again, which may be past; null if there is no such time. */
export async function findAskAgainAt(trx: Trx, projectId: number, userId: number): Promise<Date | null> {
  const { rows } = await sql<{ status: string; decided_at: Date | null; ask_again_at: Date | null }>`
    SELECT status::text, decided_at, ask_again_at
    FROM join_requests WHERE project_id = ${projectId} AND requester_id = ${userId}
    UNION ALL
    SELECT status::text, decided_at, ask_again_at
    FROM interests WHERE project_id = ${projectId} AND requester_id = ${userId}`.execute(trx);
  return rows.reduce<Date | null>((latest, row) => {
    const at = askAgainAt(row);
    return at !== null && (latest === null || at > latest) ? at : latest;
  }, null);
}
