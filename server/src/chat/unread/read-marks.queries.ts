import { type RawBuilder, sql } from 'kysely';
import { builtOnce } from '../../platform/db/built-once.js';
import type { Db, Trx } from '../../platform/db/database.js';
import type { ConversationRef } from '../conversations/conversations.js';

/**
 * Moves the read mark forward to `upTo` (null: the newest message); never back. The message at that number gives the count of others'
 * messages up to it; deleted ones beyond it count as read. An unread mark that it reaches is removed. `moved`: either mark changed;
 * `is_told`: others may see the move. Undefined unless the member is a current participant of the conversation.
 */
export async function moveReadMark(
  db: Db,
  userId: number,
  conversationRef: ConversationRef,
  upTo: number | null,
): Promise<MovedMark | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const [mark] = await tryToMove(db, { userId, upTo, ...conversationRef });
    if (!mark?.is_contested || attempt === MOVES_MAX) return mark;
  }
}

/** Attempts to move a mark while another device moves it or messages are deleted. */
const MOVES_MAX = 5;

interface MovedMark {
  conversation_id: number;
  /** The other member of a direct conversation; null in a team's. */
  other_id: number | null;
  read_seq: number;
  moved: boolean;
  is_told: boolean;
  /** A deletion or another device interfered, so the count may be wrong. */
  is_contested: boolean;
  /** The reader is suspended or has asked for deletion: nothing moves. */
  is_gone: boolean;
}

/**
 * How many of a team's messages up to `seq` were written by the member in a slot. Walks back to the first message that is theirs or that
 * stores everybody's counts, as about every 64th does. `+ 0` keeps the planner from the index on the sender.
 */
export const ownUpTo = (membership: {
  conversation: RawBuilder<unknown>;
  userId: RawBuilder<unknown>;
  slot: RawBuilder<unknown>;
  seq: RawBuilder<unknown>;
}) => sql<number>`coalesce((
    SELECT CASE WHEN w.sender_id = ${membership.userId} THEN w.sender_seq ELSE coalesce(w.counts[${membership.slot}], 0) END FROM messages w
    WHERE w.conversation_id = ${membership.conversation} AND w.seq <= ${membership.seq} AND (w.sender_id + 0 = ${membership.userId} OR w.counts IS NOT NULL)
    ORDER BY w.seq DESC LIMIT 1), 0)`;

/** The number of messages by others up to and including a message `t`, for a membership `m` of its conversation. */
export const receivedUpTo = sql<number>`CASE
  WHEN m.other_id IS NULL THEN t.seq - ${ownUpTo({ conversation: sql`m.conversation_id`, userId: sql`m.user_id`, slot: sql`m.slot`, seq: sql`t.seq` })}
  WHEN t.sender_id = m.other_id THEN t.sender_seq ELSE t.seq - t.sender_seq END`;

interface Referenced {
  userId: RawBuilder<number>;
  user_id?: RawBuilder<number> | undefined;
  conversation_id?: RawBuilder<number> | undefined;
}

/** A direct conversation without a message, which may exist only because of a block, has no id for its members. */
const isReferenced = ({ userId, user_id = sql.lit(0), conversation_id }: Referenced) =>
  conversation_id === undefined
    ? sql`m.user_id = ${userId} AND m.other_id = ${user_id}`
    : sql`m.conversation_id = ${conversation_id} AND m.user_id = ${userId} AND m.left_seq IS NULL
        AND (m.other_id IS NULL OR EXISTS (SELECT FROM conversations WHERE id = m.conversation_id AND last_seq > 0))`;

const tryToMove = builtOnce<{ userId: number; upTo: number | null } & ConversationRef, MovedMark>(
  ({ userId, upTo, ...ref }) => {
    const wanted = sql`least(coalesce(${upTo}::int8, c.last_seq), c.last_seq)`;
    // `OFFSET 0` makes PostgreSQL find the message by its key: most conversations are short, so it would read all messages of any.
    return sql`
    WITH reader AS (
      -- Waits for a running suspension or deletion, and reads the row again after it; a later one waits for this statement.
      SELECT FROM users WHERE id = ${userId} AND suspended_at IS NULL AND deleted_at IS NULL FOR SHARE
    ), target AS (
      SELECT m.user_id, m.conversation_id, t.seq, m.taken_back, m.read_seq = t.seq AS stays,
             ${receivedUpTo} + CASE WHEN m.taken_back = 0 THEN 0 ELSE (
               SELECT count(*) FROM messages d
               WHERE d.conversation_id = c.id AND d.seq > t.seq AND d.deleted_at IS NOT NULL AND d.sender_id + 0 <> m.user_id
             ) END AS received
      FROM memberships m
      JOIN conversations c ON c.id = m.conversation_id
      JOIN LATERAL (
        SELECT * FROM messages WHERE conversation_id = c.id
          AND seq = CASE WHEN m.unread_from <= ${wanted} THEN greatest(m.read_seq, ${wanted}) ELSE ${wanted} END OFFSET 0
      ) AS t ON true
      WHERE ${isReferenced({ userId, ...ref })} AND EXISTS (SELECT FROM reader)
    ), moved AS (
      UPDATE memberships m SET read_seq = t.seq, read_received = t.received,
             unread_from = NULL, mark_changes = m.mark_changes + (m.unread_from IS NOT NULL)::int
      FROM target t
      WHERE m.user_id = t.user_id AND m.conversation_id = t.conversation_id AND m.taken_back = t.taken_back AND m.left_seq IS NULL
        AND (m.read_seq < t.seq OR (m.read_seq = t.seq AND m.unread_from <= t.seq))
      RETURNING m.read_seq, m.told_read_seq IS NULL AND NOT t.stays AS is_told
    )
    SELECT m.conversation_id, m.other_id, coalesce((SELECT read_seq FROM moved), m.read_seq) AS read_seq,
           EXISTS (SELECT FROM moved) AS moved, coalesce((SELECT is_told FROM moved), false) AS is_told,
           EXISTS (SELECT FROM target t WHERE t.seq > m.read_seq OR (t.seq = m.read_seq AND m.unread_from <= t.seq))
             AND NOT EXISTS (SELECT FROM moved) AS is_contested,
           NOT EXISTS (SELECT FROM reader) AS is_gone
    FROM memberships m WHERE ${isReferenced({ userId, ...ref })}`;
  },
);

/** A participant's side of a conversation. */
export interface Side {
  user_id: number;
  conversation_id: number;
}

/** How far a member has read, and where they marked the conversation; locked until the transaction ends. */
export const lockMarks = (trx: Trx, { user_id, conversation_id }: Side) =>
  trx
    .selectFrom('memberships')
    .select(['read_seq', 'read_received', 'unread_from'])
    .where('conversation_id', '=', conversation_id)
    .where('user_id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

/**
 * The message with this number if another member wrote it, else the next one by another member, else the last one before; undefined if none
 * is left. Also returns how many messages by others precede it, and how many after it are deleted. `+ 0` keeps the planner from the index
 * on the sender.
 */
export async function findFirstToMark(trx: Trx, { user_id, conversation_id }: Side, seq: number) {
  const nearest = (range: ReturnType<typeof sql>) => sql`
    SELECT seq, sender_id, sender_seq FROM messages
    WHERE conversation_id = ${conversation_id} AND sender_id + 0 <> ${user_id} AND deleted_at IS NULL AND ${range} LIMIT 1`;
  const position = {
    conversation: sql`m.conversation_id`,
    userId: sql`m.user_id`,
    slot: sql`m.slot`,
    seq: sql`f.seq - 1`,
  };
  const { rows } = await sql<{ seq: number; sent_before: number; deleted_after: number }>`
    SELECT f.seq, CASE WHEN m.other_id IS NULL THEN f.seq - 1 - ${ownUpTo(position)} ELSE f.sender_seq - 1 END AS sent_before, (
      SELECT count(*) FROM messages d
      WHERE d.conversation_id = ${conversation_id} AND d.seq > f.seq AND d.deleted_at IS NOT NULL AND d.sender_id + 0 <> ${user_id}
    ) AS deleted_after
    FROM (
      (${nearest(sql`seq >= ${seq} ORDER BY seq`)}) UNION ALL (${nearest(sql`seq < ${seq} ORDER BY seq DESC`)}) LIMIT 1
    ) AS f JOIN memberships m ON m.conversation_id = ${conversation_id} AND m.user_id = ${user_id}`.execute(trx);
  return rows[0];
}

/** Marks a conversation as unread from this message on; `read`: the number of others' messages before it and of deleted ones after it. */
export const setMark = (trx: Trx, { user_id, conversation_id }: Side, mark: { from: number; read: number }) =>
  sql`UPDATE memberships
    SET unread_from = ${mark.from}, read_received = ${mark.read}::int8,
        mark_changes = mark_changes + greatest(read_received - ${mark.read}::int8, 0) + 1
    WHERE conversation_id = ${conversation_id} AND user_id = ${user_id}`.execute(trx);
