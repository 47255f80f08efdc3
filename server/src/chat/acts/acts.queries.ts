import type { Attachment } from '@sangam/shared/chat/attachments';
import { type SqlBool, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';

/** A message that is named by its conversation and its number. */
export interface NamedMessage {
  conversation_id: number;
  seq: number;
}

/** Locks the conversation of two members, as a batch of its messages does; undefined where they have none. */
export const lockConversationBetween = (trx: Trx, a: number, b: number): Promise<{ id: number } | undefined> =>
  trx
    .selectFrom('conversations')
    .select('id')
    .where('low_id', '=', Math.min(a, b))
    .where('high_id', '=', Math.max(a, b))
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Which message an act of a member has changed; undefined for one that was not done. */
export const findAct = (trx: Trx, userId: number, clientId: string): Promise<NamedMessage | undefined> =>
  trx
    .selectFrom('message_acts')
    .select(['conversation_id', 'seq'])
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();

/** Notes that an act was done; false where its key was used for something else at this moment. */
export async function noteAct(
  trx: Trx,
  act: NamedMessage & { user_id: number; client_id: string; done_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('message_acts')
    .values(act)
    .onConflict((conflict) => conflict.columns(['user_id', 'client_id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Gives a message other words, or the fixed text of a deleted one; what it said, and named, is kept for reports. */
export async function replaceWords(
  trx: Trx,
  { conversation_id, seq }: NamedMessage,
  before: { content: string; attachments: Attachment[] | null },
  now: { content: string; at: Date; as: 'edited' | 'deleted' },
): Promise<void> {
  await trx
    .insertInto('message_wordings')
    .values({
      ...{ conversation_id, seq, content: before.content, replaced_at: now.at },
      attachments: now.as === 'deleted' && before.attachments ? JSON.stringify(before.attachments) : null,
    })
    .execute();
  await trx
    .updateTable('messages')
    .set({
      content: now.content,
      ...(now.as === 'edited' ? { edited_at: now.at } : { edited_at: null, deleted_at: now.at }),
    })
    .where('conversation_id', '=', conversation_id)
    .where('seq', '=', seq)
    .execute();
}

/**
 * A deleted message is not unread any more. False where its receiver had read it. Before the conversation's row is updated: its
 * trigger locks what that of a read mark locks after the membership.
 */
export async function takeBackUnread(trx: Trx, userId: number, otherId: number, seq: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('memberships')
    .set((row) => ({ read_received: row('read_received', '+', 1), taken_back: row('taken_back', '+', 1) }))
    .where('user_id', '=', userId)
    .where('other_id', '=', otherId)
    .where((row) => row(row.fn.coalesce(row('unread_from', '-', 1), 'read_seq'), '<', seq))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Numbers a change to a message that is stored already: call it in the transaction that changes the message. The update
 * locks the conversation's row until the commit, so numbers follow commit order: whoever has seen `last_change` misses
 * no change up to it. Lock order is conversation, then message, as for new messages. Answers the number.
 */
export async function recordChange(trx: Trx, { conversation_id, seq }: NamedMessage): Promise<number> {
  const { last_change } = await trx
    .updateTable('conversations')
    .set((row) => ({ last_change: row('last_change', '+', 1) }))
    .where('id', '=', conversation_id)
    .returning('last_change')
    .executeTakeFirstOrThrow();
  const { numUpdatedRows } = await trx
    .updateTable('messages')
    .set({ change: last_change })
    .where('conversation_id', '=', conversation_id)
    .where('seq', '=', seq)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`conversation ${conversation_id} has no message ${seq}`);
  return last_change;
}

/** The emoji that a member has put on a message. */
export async function findOwnReactions(
  trx: Trx,
  { conversation_id, seq }: NamedMessage,
  userId: number,
): Promise<string[]> {
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

export async function countPins(trx: Trx, conversationId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('message_pins')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('conversation_id', '=', conversationId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** False where it is pinned already. */
export async function insertPin(
  trx: Trx,
  { conversation_id, seq }: NamedMessage,
  pin: { user_id: number; pinned_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('message_pins')
    .values({ conversation_id, seq, ...pin })
    .onConflict((conflict) => conflict.columns(['conversation_id', 'seq']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** False where it was not pinned. */
export async function deletePin(trx: Trx, { conversation_id, seq }: NamedMessage): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('message_pins')
    .where('conversation_id', '=', conversation_id)
    .where('seq', '=', seq)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
