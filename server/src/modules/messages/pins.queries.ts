import { sql } from 'kysely';
import type { Db, Trx } from '../../db/database.js';
import type { NamedMessage } from './acts.queries.js';
import type { Pin } from './present.js';

/** The numbers of the pinned messages of a conversation `c`, the newest pin first; null for none. */
export const pinnedSeqs = sql<number[] | null>`(
  SELECT json_agg(seq ORDER BY pinned_at DESC, seq DESC) FROM message_pins WHERE conversation_id = c.id)`;

/** Which of these messages of one conversation are pinned, by number. */
export async function findPins(
  db: Db | Trx,
  conversationId: number,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, Pin>> {
  if (seqs.length === 0) return new Map();
  const rows = await db
    .selectFrom('message_pins')
    .select(['seq', 'user_id', 'pinned_at'])
    .where('conversation_id', '=', conversationId)
    .where('seq', 'in', seqs)
    .execute();
  return new Map(rows.map(({ seq, user_id, pinned_at }) => [seq, { user_id, at: pinned_at.toISOString() }]));
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
