import type { ReadReceipt } from '@sangam/shared/contract/messages';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.js';

/** One side of a conversation: what this member holds of the other. */
export interface Side {
  user_id: number;
  other_id: number;
}

/**
 * Has a first message wait for its reader. Until they decide, the sender is not told how far they read, and what either writes is
 * checked: the reader's answer ends it, and the sender may not be allowed any more.
 */
export async function hold(trx: Trx, conversationId: number, { user_id, other_id }: Side): Promise<void> {
  await sql`UPDATE memberships
    SET request = 'waiting', request_changes = request_changes + 1, told_read_seq = coalesce(told_read_seq, read_seq)
    WHERE user_id = ${user_id} AND other_id = ${other_id}`.execute(trx);
  await sql`UPDATE conversations SET low_checked = true, high_checked = true WHERE id = ${conversationId}`.execute(trx);
}

/** A message request that was accepted, and how far its reader had read, where the sender was not told. */
export interface Accepted extends Side {
  receipt: ReadReceipt | null;
}

/** Accepts requests of these sides that are in one of these states; those of no request are left out. */
export async function accept(
  trx: Trx,
  sides: readonly Side[],
  states: readonly ('waiting' | 'ignored')[],
): Promise<Accepted[]> {
  const { rows } = await sql<Side & { up_to: number; told: number | null; is_told: boolean; read_at: Date | null }>`
    WITH found AS (
      SELECT m.user_id, m.other_id, m.told_read_seq AS told, NOT EXISTS (
          SELECT FROM blocks b
          WHERE (b.blocker_id, b.blocked_id) IN ((m.user_id, m.other_id), (m.other_id, m.user_id))) AS is_told
      FROM memberships m
      JOIN unnest(${sides.map(({ user_id }) => user_id)}::int8[], ${sides.map(({ other_id }) => other_id)}::int8[])
        AS s (user_id, other_id) ON m.user_id = s.user_id AND m.other_id = s.other_id
      WHERE m.request = ANY (${states}::text[]) ORDER BY m.conversation_id FOR NO KEY UPDATE OF m
    )
    UPDATE memberships m
    SET request = 'accepted', request_changes = m.request_changes + 1,
        told_read_seq = CASE WHEN NOT f.is_told THEN m.told_read_seq END
    FROM found f WHERE m.user_id = f.user_id AND m.other_id = f.other_id
    RETURNING m.user_id, m.other_id, m.read_seq AS up_to, f.told, f.is_told, m.read_at`.execute(trx);
  return rows.map(({ up_to, told, is_told, read_at, ...side }) => ({
    ...side,
    receipt:
      is_told && told !== null && up_to > told && read_at !== null
        ? { reader_id: side.user_id, other_id: side.other_id, up_to, read_at: read_at.toISOString() }
        : null,
  }));
}

/** Ignores a request that waits; false where none does. */
export async function ignore(trx: Trx, { user_id, other_id }: Side): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('memberships')
    .set((eb) => ({ request: 'ignored', request_changes: eb('request_changes', '+', 1) }))
    .where('user_id', '=', user_id)
    .where('other_id', '=', other_id)
    .where('request', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What became of the other's first message: null where it was no request. */
export const findState = async (trx: Trx, { user_id, other_id }: Side) =>
  (
    await trx
      .selectFrom('memberships')
      .select('request')
      .where('user_id', '=', user_id)
      .where('other_id', '=', other_id)
      .executeTakeFirst()
  )?.request ?? null;

/** Whom a member's messages, or who wrote to them, wait among the team of a project. */
export async function findHeldInTeam(trx: Trx, projectId: number, userId: number): Promise<Side[]> {
  const { rows } = await sql<Side>`
    SELECT m.user_id, m.other_id
    FROM project_members p
    JOIN memberships m ON (m.user_id, m.other_id) IN ((p.user_id, ${userId}::int8), (${userId}::int8, p.user_id))
    WHERE p.project_id = ${projectId} AND p.user_id <> ${userId} AND m.request IN ('waiting', 'ignored')`.execute(trx);
  return rows;
}
