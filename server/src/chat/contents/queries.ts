import type { Attachment } from '@sangam/shared/chat/attachments';
import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.js';

interface Page {
  before: number;
  limit: number;
}

interface ListedMessage {
  seq: number;
  sender_id: number;
  sender_name: string;
  created_at: Date;
}

/** Whether a text may have a link. */
const mayHaveLink = sql<SqlBool>`t.content ~* 'https?://'`;

/** The newest messages of a conversation with pictures or files. */
export async function listFiles(
  db: Db,
  conversationId: number,
  { before, limit }: Page,
): Promise<(ListedMessage & { attachments: Attachment[] | null })[]> {
  const { rows } = await sql<ListedMessage & { attachments: Attachment[] | null }>`
    SELECT m.seq, m.sender_id, u.name AS sender_name, m.created_at, m.attachments
    FROM (
      SELECT DISTINCT seq FROM attachments WHERE conversation_id = ${conversationId} AND seq < ${before} ORDER BY seq DESC LIMIT ${limit}
    ) AS page
    JOIN messages m ON m.conversation_id = ${conversationId} AND m.seq = page.seq
    JOIN users u ON u.id = m.sender_id
    ORDER BY m.seq DESC`.execute(db);
  return rows;
}

/** The message up to which the job has found links, and the last message. */
export async function findProgress(
  db: Db,
  conversationId: number,
): Promise<{ last_seq: number; found_until: number } | undefined> {
  const { rows } = await sql<{ last_seq: number; found_until: number }>`
    SELECT c.last_seq, coalesce(l.found_until, 0)::int8 AS found_until
    FROM conversations c LEFT JOIN conversation_links l ON l.conversation_id = c.id
    WHERE c.id = ${conversationId}`.execute(db);
  return rows[0];
}

/** The newest messages of a conversation that may have a link: those that the job has found, and those after `from`. */
export async function listLinks(
  db: Db,
  conversationId: number,
  { before, limit, from }: Page & { from: number },
): Promise<(ListedMessage & { content: string; deleted_at: Date | null })[]> {
  const { rows } = await sql<ListedMessage & { content: string; deleted_at: Date | null }>`
    SELECT m.seq, m.sender_id, u.name AS sender_name, m.created_at, m.content, m.deleted_at
    FROM (
      (SELECT seq FROM message_links
       WHERE conversation_id = ${conversationId} AND seq < ${before} ORDER BY seq DESC LIMIT ${limit})
      UNION
      (SELECT seq FROM messages t
       WHERE t.conversation_id = ${conversationId} AND t.seq > ${from} AND t.seq < ${before} AND ${mayHaveLink}
       ORDER BY seq DESC LIMIT ${limit})
      ORDER BY seq DESC LIMIT ${limit}
    ) AS page
    JOIN messages m ON m.conversation_id = ${conversationId} AND m.seq = page.seq
    JOIN users u ON u.id = m.sender_id
    ORDER BY m.seq DESC`.execute(db);
  return rows;
}

/** Records which of these messages have a link. An edit meanwhile records its own (migration 0155). */
export async function recordLinks(trx: Trx, conversationId: number, from: number, to: number): Promise<void> {
  await sql`
    INSERT INTO message_links (conversation_id, seq)
    SELECT t.conversation_id, t.seq FROM messages t
    WHERE t.conversation_id = ${conversationId} AND t.seq > ${from} AND t.seq <= ${to}
      AND t.deleted_at IS NULL AND ${mayHaveLink}
    ON CONFLICT DO NOTHING`.execute(trx);
  await sql`
    INSERT INTO conversation_links (conversation_id, found_until) VALUES (${conversationId}, ${to})
    ON CONFLICT (conversation_id) DO UPDATE SET found_until = greatest(conversation_links.found_until, excluded.found_until)`.execute(
    trx,
  );
}
