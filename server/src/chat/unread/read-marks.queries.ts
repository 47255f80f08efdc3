import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.js';

/**
 * Moves the read mark forward to `upTo` (null: the newest message); never back. The message at that seq says how many of the other's
 * messages this covers; deleted ones beyond it count as read. An unread mark that it reaches is removed. `moved`: either mark changed;
 * `is_told`: the other member may see that.
 */
export async function moveReadMark(
  db: Db,
  userId: number,
  otherId: number,
  upTo: number | null,
  at: Date,
): Promise<MovedMark | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const mark = await tryToMove(db, userId, otherId, upTo, at);
    if (!mark?.is_contested || attempt === MOVES_MAX) return mark;
  }
}

/** Attempts to move a mark while another device moves it or messages are deleted. */
const MOVES_MAX = 5;

interface MovedMark {
  conversation_id: number;
  read_seq: number;
  moved: boolean;
  is_told: boolean;
  /** A deletion or another device interfered: the count may be wrong. */
  is_contested: boolean;
  /** The reader is suspended or has asked for deletion: nothing moves. */
  is_gone: boolean;
}

async function tryToMove(
  db: Db,
  userId: number,
  otherId: number,
  upTo: number | null,
  at: Date,
): Promise<MovedMark | undefined> {
  const { rows } = await sql<MovedMark>`
    WITH reader AS (
      -- Waits for a suspension or deletion that has begun, and reads the row again after it; one that begins later waits for this.
      SELECT FROM users WHERE id = ${userId} AND suspended_at IS NULL AND deleted_at IS NULL FOR SHARE
    ), target AS (
      SELECT m.user_id, m.other_id, t.seq, m.taken_back, m.read_seq = t.seq AS stays,
             CASE WHEN t.sender_id = m.other_id THEN t.sender_seq ELSE t.seq - t.sender_seq END
               + CASE WHEN m.taken_back = 0 THEN 0 ELSE (
                   SELECT count(*) FROM messages d
                   WHERE d.conversation_id = c.id AND d.seq > t.seq AND d.deleted_at IS NOT NULL AND d.sender_id + 0 = m.other_id
                 ) END AS received
      FROM memberships m
      JOIN conversations c ON c.id = m.conversation_id
      JOIN messages t ON t.conversation_id = c.id AND t.seq = (
        SELECT CASE WHEN m.unread_from <= wanted.seq THEN greatest(m.read_seq, wanted.seq) ELSE wanted.seq END
        FROM (SELECT least(coalesce(${upTo}::int8, c.last_seq), c.last_seq) AS seq) AS wanted)
      WHERE m.user_id = ${userId} AND m.other_id = ${otherId} AND EXISTS (SELECT FROM reader)
    ), moved AS (
      UPDATE memberships m SET read_seq = t.seq, read_received = t.received, read_at = greatest(m.read_at, ${at}::timestamptz),
             unread_from = NULL, mark_changes = m.mark_changes + (m.unread_from IS NOT NULL)::int
      FROM target t
      WHERE m.user_id = t.user_id AND m.other_id = t.other_id AND m.taken_back = t.taken_back
        AND (m.read_seq < t.seq OR (m.read_seq = t.seq AND m.unread_from <= t.seq))
      RETURNING m.read_seq, m.told_read_seq IS NULL AND NOT t.stays AS is_told
    )
    SELECT m.conversation_id, coalesce((SELECT read_seq FROM moved), m.read_seq) AS read_seq, EXISTS (SELECT FROM moved) AS moved,
           coalesce((SELECT is_told FROM moved), false) AS is_told,
           EXISTS (SELECT FROM target t WHERE t.seq > m.read_seq OR (t.seq = m.read_seq AND m.unread_from <= t.seq))
             AND NOT EXISTS (SELECT FROM moved) AS is_contested,
           NOT EXISTS (SELECT FROM reader) AS is_gone
    FROM memberships m WHERE m.user_id = ${userId} AND m.other_id = ${otherId}`.execute(db);
  return rows[0];
}

interface Side {
  user_id: number;
  other_id: number;
  conversation_id: number;
}

/** How far a member has read, and where they marked the conversation; locked until the transaction ends. */
export const lockMarks = (trx: Trx, { user_id, other_id }: Omit<Side, 'conversation_id'>) =>
  trx
    .selectFrom('memberships')
    .select(['read_seq', 'read_received', 'unread_from'])
    .where('user_id', '=', user_id)
    .where('other_id', '=', other_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

/**
 * The other's message of this number, else their next one, else their last one before it; undefined if none is left. With the number
 * of their messages before it, and of their deleted ones after it. `+ 0` keeps the planner from the index on the sender.
 */
export async function findFirstToMark(trx: Trx, { other_id, conversation_id }: Side, seq: number) {
  const near = (range: ReturnType<typeof sql>) => sql`
    SELECT seq, sender_seq FROM messages
    WHERE conversation_id = ${conversation_id} AND sender_id + 0 = ${other_id} AND deleted_at IS NULL AND ${range} LIMIT 1`;
  const { rows } = await sql<{ seq: number; sent_before: number; deleted_after: number }>`
    SELECT f.seq, f.sender_seq - 1 AS sent_before, (
      SELECT count(*) FROM messages d
      WHERE d.conversation_id = ${conversation_id} AND d.seq > f.seq AND d.deleted_at IS NOT NULL AND d.sender_id + 0 = ${other_id}
    ) AS deleted_after
    FROM (
      (${near(sql`seq >= ${seq} ORDER BY seq`)}) UNION ALL (${near(sql`seq < ${seq} ORDER BY seq DESC`)}) LIMIT 1
    ) AS f`.execute(trx);
  return rows[0];
}

/** Marks a conversation as unread from this message on; `read`: how many of the other's messages are before it or deleted. */
export const setMark = (
  trx: Trx,
  { user_id, other_id }: Omit<Side, 'conversation_id'>,
  mark: { from: number; read: number },
) =>
  sql`UPDATE memberships
    SET unread_from = ${mark.from}, read_received = ${mark.read}::int8,
        mark_changes = mark_changes + greatest(read_received - ${mark.read}::int8, 0) + 1
    WHERE user_id = ${user_id} AND other_id = ${other_id}`.execute(trx);
