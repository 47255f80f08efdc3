import type { ActKind } from '@sangam/shared/chat/acts';
import type { Attachment } from '@sangam/shared/chat/attachments';
import { chatServerLimits } from '@sangam/shared/chat/limits';
import { type SqlBool, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';
import type { MessageRef } from '../messages/queries.js';

/** Finds the act that a member did under an idempotency key; undefined if there is none. */
export const findAct = (
  trx: Trx,
  userId: number,
  clientId: string,
): Promise<(MessageRef & { kind: string | null }) | undefined> =>
  trx
    .selectFrom('message_acts')
    .select(['conversation_id', 'seq', 'kind'])
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();

/** Records an act as done; false if its key was used for another act at the same moment. */
export async function recordAct(
  trx: Trx,
  act: MessageRef & { user_id: number; client_id: string; kind: ActKind; done_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('message_acts')
    .values(act)
    .onConflict((conflict) => conflict.columns(['user_id', 'client_id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Replaces a message's text, or deletes it; its former texts and attachments are kept for reports. */
export async function replaceContent(
  trx: Trx,
  { conversation_id, seq }: MessageRef,
  before: { content: string; attachments: Attachment[] | null },
  replacement: { content: string; at: Date; as: 'edited' | 'deleted' },
): Promise<void> {
  await trx
    .insertInto('message_wordings')
    .values({
      conversation_id,
      seq,
      content: before.content,
      replaced_at: replacement.at,
      attachments: replacement.as === 'deleted' && before.attachments ? JSON.stringify(before.attachments) : null,
    })
    .execute();
  await trx
    .updateTable('messages')
    .set({
      content: replacement.content,
      ...(replacement.as === 'edited'
        ? { edited_at: replacement.at }
        : { edited_at: null, deleted_at: replacement.at }),
    })
    .where('conversation_id', '=', conversation_id)
    .where('seq', '=', seq)
    .execute();
  await dropShortWordings(trx, { conversation_id, seq });
}

/** Each former text counts as at least this many characters, which also limits how many a message keeps. */
const WORDING_MIN_CHARS = sql.lit(400);

/**
 * Limits the total length of a message's former texts. Drops those shown for the shortest time relative to their length, but never the
 * first and the last: if the oldest were dropped, a member could push an insult out of a report by editing again.
 */
const dropShortWordings = (trx: Trx, { conversation_id, seq }: MessageRef) =>
  sql`DELETE FROM message_wordings WHERE id = ANY (ARRAY(
    SELECT id FROM (
      SELECT id, is_end, sum(chars) FILTER (WHERE NOT is_end) OVER (ORDER BY is_end, shown / chars DESC, id) AS chars FROM (
        SELECT id, lag(id) OVER said IS NULL OR lead(id) OVER said IS NULL AS is_end,
          greatest(length(content), ${WORDING_MIN_CHARS}) AS chars, replaced_at - lag(replaced_at) OVER said AS shown
        FROM message_wordings WHERE conversation_id = ${conversation_id} AND seq = ${seq} WINDOW said AS (ORDER BY id)
      ) AS stored
    ) AS added WHERE NOT is_end AND chars > ${chatServerLimits.wordingsMaxChars}))`.execute(trx);

/**
 * Takes a deleted message out of the unread counts of all participants but its sender; returns the ids of those who had not read it. Call
 * it before updating the conversation's row: that row's trigger takes the locks that a read mark's trigger takes after the membership.
 */
export async function takeBackUnread(
  trx: Trx,
  { conversation_id, seq }: MessageRef,
  senderId: number,
): Promise<number[]> {
  const rows = await trx
    .updateTable('memberships')
    .set((row) => ({ read_received: row('read_received', '+', 1), taken_back: row('taken_back', '+', 1) }))
    .where('conversation_id', '=', conversation_id)
    .where('user_id', '<>', senderId)
    .where('left_seq', 'is', null)
    .where((row) => row(row.fn.coalesce(row('unread_from', '-', 1), 'read_seq'), '<', seq))
    .returning('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/**
 * Numbers a change to a stored message; call it in the transaction that changes it. The update locks the conversation's row until
 * the commit, so numbers follow commit order: a client that has seen `last_change` misses no change up to it. Lock order is
 * conversation, then message, as for new messages. Returns the number.
 */
export async function recordChange(trx: Trx, { conversation_id, seq }: MessageRef): Promise<number> {
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

/** A member's own reactions to a message. */
export async function findOwnReactions(
  trx: Trx,
  { conversation_id, seq }: MessageRef,
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
  { conversation_id, seq }: MessageRef,
  reaction: { user_id: number; emoji: string; reacted_at: Date },
) =>
  trx
    .insertInto('message_reactions')
    .values({ conversation_id, seq, ...reaction })
    .execute();

/** Removes one reaction of a member, or all reactions of all members; false if there was none. */
export async function deleteReactions(
  trx: Trx,
  { conversation_id, seq }: MessageRef,
  reaction: { user_id: number; emoji: string } | 'all',
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('message_reactions')
    .where('conversation_id', '=', conversation_id)
    .where('seq', '=', seq)
    .where(
      reaction === 'all'
        ? sql<SqlBool>`true`
        : sql<SqlBool>`user_id = ${reaction.user_id} AND emoji = ${reaction.emoji}`,
    )
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

/** Pins a message; false if it was pinned already. */
export async function insertPin(
  trx: Trx,
  { conversation_id, seq }: MessageRef,
  pin: { user_id: number; pinned_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('message_pins')
    .values({ conversation_id, seq, ...pin })
    .onConflict((conflict) => conflict.columns(['conversation_id', 'seq']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Unpins a message; false if it was not pinned. */
export async function deletePin(trx: Trx, { conversation_id, seq }: MessageRef): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('message_pins')
    .where('conversation_id', '=', conversation_id)
    .where('seq', '=', seq)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
