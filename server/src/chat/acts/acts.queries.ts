import type { Attachment } from '@sangam/shared/chat/attachments';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';
import { MESSAGE_COLUMNS, type StoredRow } from '../messages/message-row.js';
import type { NamedMessage } from './changes.queries.js';

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

export async function findMessage(trx: Trx, { conversation_id, seq }: NamedMessage): Promise<StoredRow | undefined> {
  const { rows } = await sql<StoredRow>`
    SELECT ${sql.raw(MESSAGE_COLUMNS)} FROM messages m
    WHERE m.conversation_id = ${conversation_id} AND m.seq = ${seq}`.execute(trx);
  return rows[0];
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
