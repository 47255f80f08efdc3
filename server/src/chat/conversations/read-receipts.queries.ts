import type { ReadReceipt } from '@sangam/shared/chat/messages';
import { sql } from 'kysely';
import {
  areBlocked,
  asMember,
  hidesOwnReadMarks,
  hidesReadMarksFrom,
  isReadingReserved,
} from '../../contact/contact.js';
import { type AdvisoryLock, takeLocks } from '../../platform/db/advisory-locks.js';
import type { Db, Trx } from '../../platform/db/database.js';

/** The direct conversations of a member: with one other, or all. */
interface Conversations {
  userId: number;
  otherId?: number;
}

/**
 * Selects both memberships of each of these conversations. The ids are an array: with a join, PostgreSQL takes a member with thousands of
 * conversations for one with ten, and finds each row once more.
 */
const membershipsOf = ({ userId, otherId }: Conversations) => sql`
  SELECT m.user_id, m.other_id, m.conversation_id, m.told_read_seq, m.request FROM memberships m
  WHERE m.conversation_id = ANY (ARRAY(
    SELECT conversation_id FROM memberships
    WHERE user_id = ${userId} AND ${otherId === undefined ? sql`other_id IS NOT NULL` : sql`other_id = ${otherId}`}))`;

/**
 * Locks these memberships, in the same order as message requests do. A statement of its own: the next one sees the choices and the frozen
 * marks of the transactions that this one waited for.
 */
const lock = (trx: Trx, conversations: Conversations) =>
  sql`SELECT count(*) FROM (${membershipsOf(conversations)} ORDER BY m.conversation_id, m.user_id FOR NO KEY UPDATE) AS held`.execute(
    trx,
  );

/**
 * Freezes the read marks that both members of these conversations see (`told_read_seq`) while a block, a message request or a preference
 * of either hides them. So reading needs no further check: a frozen mark sends no receipt.
 */
async function hide(trx: Trx, conversations: Conversations): Promise<void> {
  await lock(trx, conversations);
  await sql`UPDATE memberships SET told_read_seq = read_seq
    WHERE conversation_id = ANY (ARRAY(SELECT conversation_id FROM (${membershipsOf(conversations)}) AS held))
      AND told_read_seq IS NULL`.execute(trx);
}

type ReceiptOfTwo = ReadReceipt & { conversation_id: number; other_id: number };

/**
 * Unfreezes read marks that are no longer hidden; returns the receipts that the other members missed, dated `at`, since the time of reading
 * stays hidden.
 */
async function show(trx: Trx, conversations: Conversations, at: Date): Promise<ReceiptOfTwo[]> {
  await lock(trx, conversations);
  const { userId } = conversations;
  const other = sql<number>`CASE WHEN held.user_id = ${userId} THEN held.other_id ELSE held.user_id END`;
  const { rows } = await sql<Omit<ReceiptOfTwo, 'read_at'> & { is_new: boolean }>`
    WITH held AS MATERIALIZED (${membershipsOf(conversations)})
    UPDATE memberships SET told_read_seq = NULL FROM held
    WHERE memberships.conversation_id = held.conversation_id AND memberships.user_id = held.user_id
      AND held.told_read_seq IS NOT NULL AND (held.request IS NULL OR held.request = 'accepted')
      AND NOT ${hidesReadMarksFrom(asMember(userId), other)}
    RETURNING memberships.conversation_id, memberships.user_id AS reader_id, memberships.other_id, memberships.read_seq AS up_to,
              memberships.read_seq > held.told_read_seq AS is_new`.execute(trx);
  return rows.flatMap(({ is_new, ...mark }) => (is_new ? [{ ...mark, read_at: at.toISOString() }] : []));
}

/** Hides from each of the two how far the other reads. */
export const hideReadMarks = (trx: Trx, userId: number, otherId: number) => hide(trx, { userId, otherId });

/** Shows each of the two how far the other reads again, unless something else hides it. */
export const showReadMarks = (trx: Trx, userId: number, otherId: number, at: Date): Promise<ReceiptOfTwo[]> =>
  show(trx, { userId, otherId }, at);

/** Hides read marks in all conversations of a member, in both directions. */
export const hideReadMarksAround = (trx: Trx, userId: number) => hide(trx, { userId });

/** Shows read marks in all conversations of a member again, unless something else hides them. */
export const showReadMarksAround = (trx: Trx, userId: number, at: Date): Promise<ReceiptOfTwo[]> =>
  show(trx, { userId }, at);

/** Keeps new conversations of the member from being created until the transaction ends; waits for creations that have started. */
export const lockForReadMarks = (trx: Trx, userId: number) =>
  takeLocks(trx, [{ ...readMarksLock(userId), mode: 'exclusive' }]);

/** Keeps the member's preference as it is until the transaction ends. */
export const readMarksLock = (userId: number): AdvisoryLock => ({
  kind: 'read marks',
  key: String(userId),
  mode: 'shared',
});

/** The frozen read mark of a new conversation; null if nothing hides it. */
export const hiddenFromTheStart = (a: number, b: number) =>
  sql<number | null>`CASE WHEN ${isReadingReserved(sql`${a}::int8`, sql`${b}::int8`)} THEN 0 END`;

export interface ShownMark {
  user_id: number;
  read_seq: number;
  /** Participants from whom a block, by either side, hides it. */
  hidden_from: readonly number[];
}

/** The read marks of current participants who show theirs, by conversation: a member who hides theirs sees no others'. */
export async function findShownMarks(db: Db, conversationIds: readonly number[]): Promise<Map<number, ShownMark[]>> {
  const { rows } = await sql<ShownMark & { conversation_id: number }>`
    SELECT m.conversation_id, m.user_id, m.read_seq, ARRAY(
      SELECT o.user_id FROM memberships o
      WHERE o.conversation_id = m.conversation_id AND o.left_seq IS NULL
        AND ${areBlocked(sql.ref<number>('m.user_id'), sql.ref<number>('o.user_id'))}) AS hidden_from
    FROM memberships m
    WHERE m.conversation_id = ANY (${conversationIds}::int8[]) AND m.left_seq IS NULL
      AND NOT ${hidesOwnReadMarks(sql.ref<number>('m.user_id'))}
    ORDER BY m.conversation_id, m.user_id`.execute(db);
  const marks = new Map<number, ShownMark[]>();
  for (const { conversation_id, ...mark } of rows)
    marks.set(conversation_id, [...(marks.get(conversation_id) ?? []), mark]);
  return marks;
}
