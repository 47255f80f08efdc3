import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../db/database.js';
import type { NamedMessage } from './acts.queries.js';
import type { Reactions } from './present.js';

/** What stands on these messages of one conversation, by number: emoji in the order of their first use. */
export async function findReactions(
  db: Db | Trx,
  conversationId: number,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, Reactions>> {
  if (seqs.length === 0) return new Map();
  const { rows } = await sql<{ seq: number; emoji: string; user_ids: number[] }>`
    SELECT seq, emoji, json_agg(user_id ORDER BY reacted_at, user_id) AS user_ids FROM message_reactions
    WHERE conversation_id = ${conversationId} AND seq = ANY(${seqs}::bigint[])
    GROUP BY seq, emoji ORDER BY seq, min(reacted_at), emoji`.execute(db);
  const found = new Map<number, Reactions>();
  for (const { seq, ...reaction } of rows) found.set(seq, [...(found.get(seq) ?? []), reaction]);
  return found;
}

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
