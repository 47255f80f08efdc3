import type { Attachment, Upload } from '@sangam/shared/chat/attachments';
import { chatServerLimits } from '@sangam/shared/chat/limits';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.js';
import { untilAfter } from '../../platform/lib/deadline.js';
import { type Fail, fail } from '../../platform/lib/result.js';

export interface AttachmentRow {
  id: string;
  owner_id: number;
  name: string;
  bytes: number;
  received: number;
  stored_bytes: number;
  kind: Attachment['kind'] | null;
  width: number | null;
  height: number | null;
  preview: string | null;
  /** Since when no message names it; null while one does. */
  unnamed_at: Date | null;
}

const columns = [
  ...(['id', 'owner_id', 'name', 'bytes', 'received', 'stored_bytes'] as const),
  ...(['kind', 'width', 'height', 'preview', 'unnamed_at'] as const),
] as const;

/** A finished attachment, as messages show it. */
const presentAttachment = ({ id, kind, name, stored_bytes, width, height, preview }: AttachmentRow): Attachment => ({
  id,
  kind: kind ?? 'file',
  name,
  bytes: stored_bytes,
  ...(width === null || height === null ? {} : { width, height }),
  ...(preview === null ? {} : { preview }),
});

/** The same in SQL, for an attachment `a`. */
export const ATTACHMENT_JSON = `jsonb_strip_nulls(jsonb_build_object('id', a.id, 'kind', a.kind, 'name', a.name, 'bytes', a.stored_bytes,
        'width', CASE WHEN a.height IS NOT NULL THEN a.width END, 'height', CASE WHEN a.width IS NOT NULL THEN a.height END,
        'preview', a.preview))`;

/** Whether a message of its owner may name an attachment `a` now: it is complete, and named by no other. The time is `$1`, in milliseconds. */
export const NAMEABLE = `a.kind IS NOT NULL AND a.kept_until IS NULL
        AND a.unnamed_at > to_timestamp(($1::int8 - ${chatServerLimits.unnamedUploadMs}) / 1000.0)`;

export const presentUpload = (row: AttachmentRow): Upload => ({
  id: row.id,
  bytes: row.bytes,
  received: row.received,
  attachment: row.kind === null ? null : presentAttachment(row),
});

/** Keeps the member from starting another upload until the transaction ends. */
export const lockUploads = (trx: Trx, ownerId: number) =>
  sql`SELECT pg_advisory_xact_lock(hashtext('uploads'), hashtext(${ownerId}::text))`.execute(trx);

export const findUpload = (db: Db | Trx, id: string): Promise<AttachmentRow | undefined> =>
  db.selectFrom('attachments').select(columns).where('id', '=', id).executeTakeFirst();

/** The size of a member's files, and how many of them no message names. */
export async function countFiles(trx: Trx, ownerId: number): Promise<{ bytes: number; unnamed: number }> {
  const { bytes, unnamed } = await trx
    .selectFrom('attachments')
    .select(sql<number>`coalesce(sum(stored_bytes), 0)::int8`.as('bytes'))
    .select(sql<number>`count(*) FILTER (WHERE unnamed_at IS NOT NULL AND kept_until IS NULL)`.as('unnamed'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return { bytes, unnamed };
}

export const addUpload = (
  trx: Trx,
  upload: { id: string; owner_id: number; name: string; bytes: number; unnamed_at: Date },
): Promise<AttachmentRow> =>
  trx
    .insertInto('attachments')
    .values({ ...upload, stored_bytes: upload.bytes })
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Records that a piece has arrived, unless another piece did first. */
export const recordReceived = (db: Db, id: string, from: number, to: number): Promise<AttachmentRow | undefined> =>
  db
    .updateTable('attachments')
    .set({ received: to })
    .where('id', '=', id)
    .where('received', '=', from)
    .returning(columns)
    .executeTakeFirst();

/** Records the kind found in the content, unless a kind is recorded already. */
export async function recordKind(
  db: Db,
  id: string,
  found: Pick<AttachmentRow, 'kind' | 'stored_bytes' | 'width' | 'height' | 'preview'> & { unnamed_at: Date },
): Promise<void> {
  await db.updateTable('attachments').set(found).where('id', '=', id).where('kind', 'is', null).execute();
}

/** Deletes an upload that no message names; false if there was none. */
export async function deleteUpload(db: Db | Trx, id: string, ownerId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('attachments')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('unnamed_at', 'is not', null)
    .where('kept_until', 'is', null)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Deletes up to `max` attachments that no message has named since this date and no report needs; returns their ids. */
export async function deleteUnnamed(
  trx: Trx,
  { since, now, max }: { since: Date; now: Date; max: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM attachments WHERE id = ANY (ARRAY(
      SELECT id FROM attachments
      WHERE unnamed_at < ${since} AND (reported_until IS NULL OR reported_until <= ${now})
        AND (kept_until IS NULL OR kept_until <= ${now})
      ORDER BY unnamed_at LIMIT ${max} FOR UPDATE SKIP LOCKED
    )) RETURNING id`.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * The attachments that a member may read: their own, those in their conversations, and reported ones if the member is a
 * moderator.
 */
export async function findReadable(
  db: Db,
  { userId, sessionId }: { userId: number; sessionId: string },
  ids: readonly string[],
  now: Date,
): Promise<(Pick<AttachmentRow, 'id' | 'name'> & { kind: Attachment['kind'] })[]> {
  const { rows } = await sql<Pick<AttachmentRow, 'id' | 'name'> & { kind: Attachment['kind'] }>`
    SELECT a.id, a.name, a.kind FROM attachments a
    WHERE a.id = ANY (${ids}::uuid[]) AND a.kind IS NOT NULL
      AND (
        CASE WHEN a.conversation_id IS NULL THEN a.owner_id = ${userId} AND a.kept_until IS NULL ELSE EXISTS (
          SELECT FROM memberships own
          WHERE own.conversation_id = a.conversation_id AND own.user_id = ${userId} AND own.left_seq IS NULL) END
        OR a.reported_until > ${now} AND EXISTS (SELECT FROM moderators WHERE user_id = ${userId}))
      AND EXISTS (SELECT FROM users WHERE id = ${userId} AND suspended_at IS NULL AND deleted_at IS NULL)
      AND EXISTS (
        SELECT FROM sessions
        WHERE id = ${sessionId}::uuid AND user_id = ${userId} AND ended_at IS NULL AND expires_at > ${now})`.execute(
    db,
  );
  return rows;
}

/**
 * NOT_FOUND unless each of these uploads is complete, the member's own, and named by no message. Locks them until the transaction ends.
 */
export async function refuseToName(
  trx: Trx,
  { ownerId, ids, nowMs }: { ownerId: number; ids: readonly string[]; nowMs: number },
): Promise<Fail | null> {
  const { rows } = await sql`
    SELECT FROM attachments
    WHERE id = ANY (${ids}::uuid[]) AND owner_id = ${ownerId} AND kind IS NOT NULL
      AND unnamed_at > ${new Date(nowMs - chatServerLimits.unnamedUploadMs)} AND kept_until IS NULL
    ORDER BY id FOR UPDATE`.execute(trx);
  if (rows.length === ids.length) return null;
  return fail('NOT_FOUND', { message: 'A picture or file in this message no longer exists. Attach it again.' });
}

/** Detaches a message's attachments, in the transaction that deletes it. Like its text, they are kept for reports. */
export async function dropAttachments(
  trx: Trx,
  { conversationId, seq }: { conversationId: number; seq: number },
  now: Date,
): Promise<void> {
  await sql`UPDATE messages SET attachments = NULL
    WHERE conversation_id = ${conversationId} AND seq = ${seq}`.execute(trx);
  const keptUntil = untilAfter(now, chatServerLimits.replacedWordsKeptMs);
  await sql`UPDATE attachments SET conversation_id = NULL, seq = NULL, unnamed_at = ${now}, kept_until = ${keptUntil}
    WHERE conversation_id = ${conversationId} AND seq = ${seq}`.execute(trx);
}

/** Keeps the attachments of reported messages for moderators, in the transaction that files the report. */
export async function keepForReport(trx: Trx, ids: readonly string[], until: Date): Promise<void> {
  await sql`UPDATE attachments SET reported_until = ${until} WHERE id = ANY (${ids}::uuid[])`.execute(trx);
}
