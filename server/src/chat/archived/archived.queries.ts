import { ARCHIVED_WHILE_MUTED } from '@sangam/shared/chat/archived';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import { otherSent } from '../conversations/membership.queries.js';
import { receivedUpTo, type Side } from '../unread/read-marks.queries.js';

/** Locks a participant's side until the transaction ends. `isMuted`: they turned a team's notifications off. */
export async function lockSide(trx: Trx, { user_id, conversation_id }: Side): Promise<{ isMuted: boolean }> {
  const { notify } = await trx
    .selectFrom('memberships')
    .select('notify')
    .where('conversation_id', '=', conversation_id)
    .where('user_id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { isMuted: notify === 'off' };
}

/** Archives a conversation until another participant sends a message after `seq`. */
export async function setArchived(trx: Trx, { user_id, conversation_id }: Side, seq: number): Promise<void> {
  await sql`
    UPDATE memberships m SET mark_changes = m.mark_changes + 1, archived_until = ${receivedUpTo}
    FROM messages t
    WHERE m.conversation_id = ${conversation_id} AND m.user_id = ${user_id}
      AND t.conversation_id = m.conversation_id AND t.seq = ${seq}`.execute(trx);
}

/** Archives a muted conversation, which stays archived whatever is sent; null takes a conversation out of the archive. */
export const setArchivedUntil = (trx: Trx, { user_id, conversation_id }: Side, until: number | null) =>
  sql`UPDATE memberships SET archived_until = ${until}::int8, mark_changes = mark_changes + 1
    WHERE conversation_id = ${conversation_id} AND user_id = ${user_id}
      AND archived_until IS DISTINCT FROM ${until}::int8`.execute(trx);

/**
 * Keeps a muted conversation archived; after unmuting, the next message returns it to the list. Call it before the change, in its
 * transaction: an archiving that waits for this lock then sees the change.
 */
export async function recordMuted(
  trx: Trx,
  publish: Publish,
  { userId, otherId, isMuted }: { userId: number; otherId: number; isMuted: boolean },
): Promise<void> {
  await sql`SELECT FROM memberships WHERE user_id = ${userId} AND other_id = ${otherId} FOR NO KEY UPDATE`.execute(trx);
  const archivedUntil = isMuted ? sql`${ARCHIVED_WHILE_MUTED}::int8` : otherSent;
  const { rows } = await sql<{ conversation_id: number }>`
    UPDATE memberships m SET archived_until = ${archivedUntil}, mark_changes = m.mark_changes + 1
    FROM conversations c
    WHERE c.id = m.conversation_id AND m.user_id = ${userId} AND m.other_id = ${otherId}
      AND m.archived_until >= ${otherSent} AND m.archived_until <> ${archivedUntil}
    RETURNING m.conversation_id`.execute(trx);
  for (const { conversation_id } of rows) publish('unread-mark:changed', { user_id: userId, conversation_id });
}
