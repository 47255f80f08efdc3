import type { Trx } from '../../platform/db/database.js';

/** A message that is named by its conversation and its number. */
export interface NamedMessage {
  conversation_id: number;
  seq: number;
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
