import { type SqlBool, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';
import type { NamedMessage } from './changes.queries.js';

/** What stands on a message `m`, as JSON: emoji in the order of their first use; null for none. */
export const REACTIONS = `(
  SELECT json_agg(json_build_object('emoji', emoji, 'user_ids', user_ids) ORDER BY first_at, emoji) FROM (
    SELECT r.emoji, json_agg(r.user_id ORDER BY r.reacted_at, r.user_id) AS user_ids, min(r.reacted_at) AS first_at
    FROM message_reactions r WHERE r.conversation_id = m.conversation_id AND r.seq = m.seq GROUP BY r.emoji) AS kinds)`;

/** The emoji that a member has put on a message. */
export async function findOwn(trx: Trx, { conversation_id, seq }: NamedMessage, userId: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('message_reactions')
    .select('emoji')
    .where('conversation_id', '=', conversation_id)
    .where('seq', '=', seq)
    .where('user_id', '=', userId)
    .execute();
  return rows.map(({ emoji }) => emoji);
}

export const insertReaction = (
  trx: Trx,
  { conversation_id, seq }: NamedMessage,
  reaction: { user_id: number; emoji: string; reacted_at: Date },
) =>
  trx
    .insertInto('message_reactions')
    .values({ conversation_id, seq, ...reaction })
    .execute();

/** Takes a member's emoji from a message, or all of all members; false where there was none. */
export async function deleteReactions(
  trx: Trx,
  { conversation_id, seq }: NamedMessage,
  of: { user_id: number; emoji: string } | 'all',
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('message_reactions')
    .where('conversation_id', '=', conversation_id)
    .where('seq', '=', seq)
    .where(of === 'all' ? sql<SqlBool>`true` : sql<SqlBool>`user_id = ${of.user_id} AND emoji = ${of.emoji}`)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
