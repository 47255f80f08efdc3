import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';

interface Side {
  user_id: number;
  other_id: number;
  conversation_id: number;
}

/** How far a member has read, and where they marked the conversation; locked until the transaction ends. */
export const holdMarks = (trx: Trx, { user_id, other_id }: Omit<Side, 'conversation_id'>) =>
  trx
    .selectFrom('memberships')
    .select(['read_seq', 'read_received', 'unread_from'])
    .where('user_id', '=', user_id)
    .where('other_id', '=', other_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

/**
 * The other's message of this number, else their next one, else their last one before it; undefined where none is left. With how many
 * they had sent before it, and how many of theirs that follow are deleted. (`+ 0`: by number, instead of by the index on the sender.)
 */
export async function findFirstToMark(trx: Trx, { other_id, conversation_id }: Side, seq: number) {
  const near = (range: ReturnType<typeof sql>) => sql`
    SELECT seq, sender_seq FROM messages
    WHERE conversation_id = ${conversation_id} AND sender_id + 0 = ${other_id} AND deleted_at IS NULL AND ${range} LIMIT 1`;
  const { rows } = await sql<{ seq: number; sent_before: number; deleted_after: number }>`
    SELECT f.seq, f.sender_seq - 1 AS sent_before, (
      SELECT count(*) FROM messages d
      WHERE d.conversation_id = ${conversation_id} AND d.seq > f.seq AND d.deleted_at IS NOT NULL AND d.sender_id + 0 = ${other_id}
    ) AS deleted_after
    FROM (
      (${near(sql`seq >= ${seq} ORDER BY seq`)}) UNION ALL (${near(sql`seq < ${seq} ORDER BY seq DESC`)}) LIMIT 1
    ) AS f`.execute(trx);
  return rows[0];
}

/** Marks a conversation as unread from this message on; `read`: how much of what the other sent lies before, or is deleted. */
export const setMark = (
  trx: Trx,
  { user_id, other_id }: Omit<Side, 'conversation_id'>,
  mark: { from: number; read: number },
) =>
  sql`UPDATE memberships
    SET unread_from = ${mark.from}, read_received = ${mark.read}::int8,
        mark_changes = mark_changes + greatest(read_received - ${mark.read}::int8, 0) + 1
    WHERE user_id = ${user_id} AND other_id = ${other_id}`.execute(trx);
