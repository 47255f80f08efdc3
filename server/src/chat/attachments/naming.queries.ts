import type { Attachment } from '@sangam/shared/chat/attachments';
import { chatServerLimits } from '@sangam/shared/chat/limits';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { type AttachmentRow, presentAttachment } from './queries.js';

/**
 * A member's uploads that a message may name, in this order; they stay so until the transaction ends. NOT_FOUND unless each of them
 * is there, whole, the member's, and named by no message.
 */
export async function findNameable(
  trx: Trx,
  { ownerId, ids, nowMs }: { ownerId: number; ids: readonly string[]; nowMs: number },
): Promise<Result<Attachment[]>> {
  const { rows } = await sql<AttachmentRow>`
    SELECT id, owner_id, name, bytes, received, stored_bytes, kind, width, height, preview FROM attachments
    WHERE id = ANY (${ids}::uuid[]) AND owner_id = ${ownerId} AND kind IS NOT NULL
      AND unnamed_at > ${new Date(nowMs - chatServerLimits.unnamedUploadMs)} AND kept_until IS NULL
    ORDER BY id FOR UPDATE`.execute(trx);
  const byId = new Map(rows.map((row) => [row.id, presentAttachment(row)]));
  const found = ids.flatMap((id) => byId.get(id) ?? []);
  if (found.length === ids.length) return ok(found);
  return fail('NOT_FOUND', { message: 'A picture or file of this message is not there any more. Attach it again.' });
}

/** In the transaction that has stored a message: it names what `findNameable` answered. */
export async function nameAttachments(
  trx: Trx,
  { conversationId, seq }: { conversationId: number; seq: number },
  attachments: readonly Attachment[],
): Promise<void> {
  await sql`UPDATE attachments SET conversation_id = ${conversationId}, seq = ${seq}, unnamed_at = NULL
    WHERE id = ANY (${attachments.map(({ id }) => id)}::uuid[])`.execute(trx);
  await sql`UPDATE messages SET attachments = ${JSON.stringify(attachments)}::jsonb
    WHERE conversation_id = ${conversationId} AND seq = ${seq}`.execute(trx);
}

/** In the transaction that deletes a message: nobody reads its attachments any more. They are kept for reports, like its words. */
export async function dropAttachments(
  trx: Trx,
  { conversationId, seq }: { conversationId: number; seq: number },
  now: Date,
): Promise<void> {
  await sql`UPDATE messages SET attachments = NULL
    WHERE conversation_id = ${conversationId} AND seq = ${seq}`.execute(trx);
  const keptUntil = new Date(now.getTime() + chatServerLimits.replacedWordsKeptMs);
  await sql`UPDATE attachments SET conversation_id = NULL, seq = NULL, unnamed_at = ${now}, kept_until = ${keptUntil}
    WHERE conversation_id = ${conversationId} AND seq = ${seq}`.execute(trx);
}

/** In the transaction that reports messages: what they name, or named, is kept for it, and shown to moderators. */
export async function keepForReport(trx: Trx, ids: readonly string[], until: Date): Promise<void> {
  await sql`UPDATE attachments SET reported_until = ${until} WHERE id = ANY (${ids}::uuid[])`.execute(trx);
}
