import type { Trx } from '../../platform/db/database.js';

/** Notes which message of its conversation a message answers. It was written in this transaction. */
export const setReplyTo = (trx: Trx, conversationId: number, seq: number, replyTo: number) =>
  trx
    .updateTable('messages')
    .set({ reply_to: replyTo })
    .where('conversation_id', '=', conversationId)
    .where('seq', '=', seq)
    .execute();
