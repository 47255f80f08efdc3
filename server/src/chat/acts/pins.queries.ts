import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';
import type { NamedMessage } from './changes.queries.js';

/** The numbers of the pinned messages of a conversation `c`, the newest pin first; null for none. */
export const pinnedSeqs = sql<number[] | null>`(
  SELECT json_agg(seq ORDER BY pinned_at DESC, seq DESC) FROM message_pins WHERE conversation_id = c.id)`;

/** Who pinned a message `m`, and when, as JSON; null for one that is not pinned. */
export const PIN = `(
  SELECT json_build_object('user_id', p.user_id, 'at', to_char(p.pinned_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  FROM message_pins p WHERE p.conversation_id = m.conversation_id AND p.seq = m.seq)`;

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
