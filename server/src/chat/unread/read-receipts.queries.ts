import type { ReadReceipt } from '@sangam/shared/chat/messages';
import { type RawBuilder, sql } from 'kysely';
import { hidesReadMarks, isReadingReserved } from '../../contact/contact.js';
import type { Trx } from '../../platform/db/database.js';

/**
 * How far the other is told that a member has read is held at a number (`told_read_seq`) while a block, a message request or what one of
 * the two chose keeps it from them. So the hot path asks nothing: a mark that is held is not told.
 */
const hold = (trx: Trx, which: RawBuilder<unknown>) =>
  sql`UPDATE memberships SET told_read_seq = coalesce(memberships.told_read_seq, memberships.read_seq)
    FROM (${locked(which)}) AS held
    WHERE memberships.user_id = held.user_id AND memberships.other_id = held.other_id`.execute(trx);

/** In the order in which message requests lock them. */
const locked = (which: RawBuilder<unknown>) => sql`
  SELECT m.user_id, m.other_id, m.told_read_seq, m.request FROM memberships m
  WHERE (m.user_id, m.other_id) IN (${which}) ORDER BY m.conversation_id, m.user_id FOR NO KEY UPDATE`;

/** Tells those again that nothing keeps back; answers how far each has read that the other was not told. */
async function tell(trx: Trx, which: RawBuilder<unknown>): Promise<ReadReceipt[]> {
  const { rows } = await sql<{ reader_id: number; other_id: number; up_to: number; read_at: Date; is_new: boolean }>`
    WITH held AS (${locked(which)})
    UPDATE memberships SET told_read_seq = NULL FROM held
    WHERE memberships.user_id = held.user_id AND memberships.other_id = held.other_id
      AND memberships.told_read_seq IS NOT NULL AND (held.request IS NULL OR held.request = 'accepted')
      AND NOT ${hidesReadMarks(sql.ref('held.user_id'), sql.ref('held.other_id'))}
    RETURNING memberships.user_id AS reader_id, memberships.other_id, memberships.read_seq AS up_to, memberships.read_at,
              memberships.read_seq > held.told_read_seq AS is_new`.execute(trx);
  return rows.flatMap(({ is_new, read_at, ...mark }) => (is_new ? [{ ...mark, read_at: read_at.toISOString() }] : []));
}

const between = (a: number, b: number) => sql`VALUES (${a}::int8, ${b}::int8), (${b}::int8, ${a}::int8)`;
const around = (userId: number) => sql`
  SELECT mine.user_id, mine.other_id FROM memberships mine WHERE mine.user_id = ${userId}
  UNION ALL SELECT mine.other_id, mine.user_id FROM memberships mine WHERE mine.user_id = ${userId}`;

/** From a block on, neither is told how far the other reads. */
export const holdReadMarks = (trx: Trx, a: number, b: number) => hold(trx, between(a, b));

/** Once it is over, they are told again. */
export const tellReadMarks = (trx: Trx, a: number, b: number): Promise<ReadReceipt[]> => tell(trx, between(a, b));

/** Once a member has chosen so, they and nobody else are told how far the other reads, in all their conversations. */
export const holdReadMarksAround = (trx: Trx, userId: number) => hold(trx, around(userId));

/** Once they show them again, they and the others are told, where nothing else keeps it back. */
export const tellReadMarksAround = (trx: Trx, userId: number): Promise<ReadReceipt[]> => tell(trx, around(userId));

/** Until the transaction ends, no conversation of the member begins; those that do are waited for. */
export const lockForReadMarks = (trx: Trx, userId: number) =>
  sql`SELECT pg_advisory_xact_lock(hashtext('read marks'), hashtext(${String(userId)}))`.execute(trx);

/** Until the transaction ends, neither of the two chooses otherwise. */
export const lockAgainstReadMarks = (trx: Trx, a: number, b: number) =>
  sql`SELECT pg_advisory_xact_lock_shared(hashtext('read marks'), hashtext(member))
    FROM unnest(ARRAY[${String(a)}, ${String(b)}]::text[]) AS member`.execute(trx);

/** What is held of a conversation that begins. */
export const heldFromTheStart = (a: number, b: number) =>
  sql<number | null>`CASE WHEN ${isReadingReserved(sql`${a}::int8`, sql`${b}::int8`)} THEN 0 END`;
