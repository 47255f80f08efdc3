import { sql } from 'kysely';
import type { Db, Trx } from '../platform/db/database.js';

/**
 * Returns the other member of a member's direct conversation; undefined for other members' conversations, and for a conversation without a
 * message, which may exist only because of a block.
 */
export async function findOtherIn(db: Db | Trx, userId: number, conversationId: number): Promise<number | undefined> {
  const { rows } = await sql<{ other_id: number }>`
    SELECT CASE low_id WHEN ${userId}::int8 THEN high_id ELSE low_id END AS other_id FROM conversations
    WHERE id = ${conversationId} AND (low_id = ${userId} OR high_id = ${userId}) AND last_seq > 0`.execute(db);
  return rows[0]?.other_id;
}

/** Returns the field of an answer with the conversation of two members; no field while it has no message. */
export async function conversationIdField(db: Db | Trx, a: number, b: number): Promise<{ conversation_id?: number }> {
  const found = await db
    .selectFrom('conversations')
    .select('id')
    .where('low_id', '=', Math.min(a, b))
    .where('high_id', '=', Math.max(a, b))
    .where('last_seq', '>', 0)
    .executeTakeFirst();
  return found ? { conversation_id: found.id } : {};
}

/** Whether there is a message between two members. */
export const haveConversation = async (db: Db, a: number, b: number): Promise<boolean> =>
  (await conversationIdField(db, a, b)).conversation_id !== undefined;
