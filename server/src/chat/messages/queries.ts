import type { UnreadCount } from '@sangam/shared/chat/messages';
import { sql } from 'kysely';
import { hidesPresence, shownEmail } from '../../contact/contact.js';
import type { Db } from '../../platform/db/database.js';
import type { PageRange } from '../../platform/db/page.js';
import { pinnedSeqs } from '../acts/pins.queries.js';
import { pageOfConversations } from '../conversations/conversation-page.queries.js';
import { otherSent } from './counts.queries.js';
import { MESSAGE_COLUMNS, type StoredRow } from './message-row.js';
import { type ConversationRow, heldCounts, type NotificationRow } from './present.js';

/** It only grows, also where a mark takes back what was read, so the higher version is the newer count. */
const unreadVersion = sql<number>`${otherSent} + m.read_received + m.mark_changes`;

type MessageRequest = 'waiting' | 'accepted' | 'ignored' | null;

export interface MembershipRow {
  conversation_id: number;
  last_seq: number;
  last_change: number;
  read_seq: number;
  other_read_seq: number;
  first_unread_seq: number | null;
  request: MessageRequest;
  unread_from: number | null;
  mark_changes: number;
  pinned_seqs: number[] | null;
}

/** How far the other has read, as this member is told. */
const toldReadSeq = sql<number>`coalesce(o.told_read_seq, o.read_seq)`;

/**
 * Looked for only where something is unread. What lies between the mark and it are the member's own messages. `+ 0` keeps
 * the planner from the index on the sender: it takes conversations for short ones, and would sort all of a long one.
 */
const firstUnreadSeq = sql<number | null>`CASE WHEN ${otherSent} > m.read_received THEN (
  SELECT t.seq FROM messages t
  WHERE t.conversation_id = c.id AND t.seq >= coalesce(m.unread_from, m.read_seq + 1) AND t.sender_id + 0 = m.other_id AND t.deleted_at IS NULL
  ORDER BY t.seq LIMIT 1) END`;

export async function findMembership(db: Db, userId: number, otherId: number): Promise<MembershipRow | undefined> {
  return db
    .selectFrom('memberships as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .innerJoin('memberships as o', (join) =>
      join.onRef('o.user_id', '=', 'm.other_id').onRef('o.other_id', '=', 'm.user_id'),
    )
    .select(['m.conversation_id', 'c.last_seq', 'c.last_change', 'm.read_seq', 'm.request'])
    .select(['m.unread_from', 'm.mark_changes'])
    .select(toldReadSeq.as('other_read_seq'))
    .select([firstUnreadSeq.as('first_unread_seq'), pinnedSeqs.as('pinned_seqs')])
    .where('m.user_id', '=', userId)
    .where('m.other_id', '=', otherId)
    .executeTakeFirst();
}

/** Name and presence of a member, as another one is shown them, and whether that one blocks them; undefined when there is none. */
export const findOther = (db: Db, id: number, viewerId: number) =>
  db
    .selectFrom('users')
    .innerJoin('presence', 'presence.id', 'users.id')
    .select(['users.id', 'users.name'])
    .select((eb) => [
      eb.and([eb.ref('presence.is_online'), eb.not(hidden(viewerId, 'users.id'))]).as('is_online'),
      eb
        .case()
        .when(eb.not(hidden(viewerId, 'users.id')))
        .then(eb.ref('presence.last_active'))
        .end()
        .as('last_active'),
      eb
        .exists(eb.selectFrom('blocks').whereRef('blocked_id', '=', 'users.id').where('blocker_id', '=', viewerId))
        .as('is_blocked'),
    ])
    .$castTo<{ id: number; name: string; is_online: boolean; last_active: Date | null; is_blocked: boolean }>()
    .where('users.id', '=', id)
    .executeTakeFirst();

const hidden = (viewerId: number, other: string) =>
  hidesPresence(sql<number>`${viewerId}::int8`, sql.ref<number>(other));

export interface ThreadRange {
  before?: number | undefined;
  after?: number | undefined;
  changed_since?: number | undefined;
  /** The conversation's last_seq that the answer names: what was sent since belongs to the next one. */
  upTo: number;
  limit: number;
}

/**
 * A page of messages. With `changed_since`: those that changed after that number, in order of change. Else ascending by
 * seq: those right after `after`, else the last ones before `before`, else the latest.
 */
export async function listMessages(
  db: Db,
  conversationId: number,
  { before, after, changed_since, upTo, limit }: ThreadRange,
): Promise<StoredRow[]> {
  const forward = (changed_since ?? after) !== undefined;
  const order = sql`${sql.ref(changed_since === undefined ? 'm.seq' : 'm.change')} ${sql.raw(forward ? 'ASC' : 'DESC')}`;
  const { rows } = await sql<StoredRow>`
    SELECT ${sql.raw(MESSAGE_COLUMNS)} FROM messages m
    WHERE m.conversation_id = ${conversationId} AND m.seq <= ${upTo}
      ${after === undefined ? sql`` : sql`AND m.seq > ${after}`}
      ${before === undefined ? sql`` : sql`AND m.seq < ${before}`}
      ${changed_since === undefined ? sql`` : sql`AND m.change > ${changed_since}`}
    ORDER BY ${order} LIMIT ${limit}`.execute(db);
  return forward ? rows : rows.toReversed();
}

/** What the other put last on a message of the member's, since the last message. */
const newestReaction = sql`
  SELECT r.seq, r.emoji FROM message_reactions r
  WHERE r.conversation_id = page.conversation_id AND r.user_id = page.other_id AND r.reacted_at > page.last_message_at
    AND (SELECT sender_id FROM messages WHERE conversation_id = r.conversation_id AND seq = r.seq) = page.user_id
  ORDER BY r.reacted_at DESC, r.seq DESC, r.emoji LIMIT 1`;

/** Newest first. What belongs to a row is read by its key, for the listed rows only (`LIMIT 1`: not by joining all members). */
export async function listConversations(
  db: Db,
  userId: number,
  { before, before_id, limit }: { before?: Date | undefined; before_id?: number | undefined; limit: number },
  select = pageOfConversations,
): Promise<ConversationRow[]> {
  // Messages of one batch have one time: without an id, the rest of such rows is passed over.
  const below = before && sql`SELECT ${before}::timestamptz, ${before_id ?? 0}::int8`;
  const { rows } = await sql<ConversationRow>`
    WITH page AS (${select(userId, { below, limit })})
    SELECT page.other_id, page.request, u.name, u.email, page.other_sent, page.last_seq, page.read_seq, page.last_change,
           page.read_received, page.unread_from, page.mark_changes, ${toldReadSeq} AS other_read_seq, l.content AS last_content,
           l.sender_id AS last_sender_id, page.last_message_at, p.is_online, p.last_active, r.seq AS reaction_seq, r.emoji
    FROM page
    JOIN LATERAL (
      SELECT name, ${shownEmail(sql`${userId}::int8`, sql.ref('page.other_id'), sql.ref('users.email'))} AS email
      FROM users WHERE id = page.other_id LIMIT 1
    ) AS u ON true
    JOIN LATERAL (
      SELECT is_online AND NOT h.hidden AS is_online, CASE WHEN NOT h.hidden THEN last_active END AS last_active
      FROM presence, (SELECT ${hidden(userId, 'page.other_id')} AS hidden OFFSET 0) AS h WHERE id = page.other_id LIMIT 1
    ) AS p ON true
    JOIN memberships o ON o.user_id = page.other_id AND o.other_id = page.user_id
    JOIN messages l ON l.conversation_id = page.conversation_id AND l.seq = page.last_seq
    LEFT JOIN LATERAL (${newestReaction}) AS r ON page.last_change > 0
    ORDER BY page.last_message_at DESC, page.other_id DESC`.execute(db);
  return rows;
}

/**
 * The same plan suits one value and many: a planner that counts them would plan anew each time, which takes longer than the statement.
 */
const uncounted = (ids: readonly number[]) => sql`(SELECT ${ids}::int8[])`;

/** What of a member's messages is held apart. */
interface HeldRow {
  request_count: number;
  request_unread_count: number;
}
const held = sql`coalesce(sum(m.request_changes), 0)::int8 AS request_changes,
  count(*) FILTER (WHERE m.request = 'waiting' AND c.last_seq > 0) AS request_count,
  coalesce(sum(${otherSent} - m.read_received) FILTER (WHERE m.request IN ('waiting', 'ignored')), 0)::int8
    AS request_unread_count`;

/** Unread messages of each of these members, over all their conversations; no row for whoever has none. */
const totals = (userIds: readonly number[]) => sql<Omit<UnreadCount, keyof HeldRow> & HeldRow & { user_id: number }>`
  SELECT user_id, received - read_received AS unread_count,
         received + read_received + request_changes + mark_changes AS unread_version,
         request_count, request_unread_count
  FROM (
    SELECT m.user_id, sum(${otherSent})::int8 AS received, sum(m.read_received)::int8 AS read_received,
      sum(m.mark_changes)::int8 AS mark_changes, ${held}
    FROM memberships m JOIN conversations c ON c.id = m.conversation_id
    WHERE m.user_id = ANY (ARRAY(
      SELECT k.id FROM unnest(${uncounted(userIds)}) AS k (id) WHERE NOT EXISTS (SELECT FROM kept_lists WHERE user_id = k.id)))
    GROUP BY m.user_id
    UNION ALL
    SELECT k.*, (
      SELECT coalesce(sum(mark_changes), 0)::int8 FROM memberships WHERE user_id = k.user_id AND mark_changes > 0
    ), h.*
    FROM (
      SELECT user_id, sum(received)::int8, sum(read_received)::int8
      FROM kept_totals WHERE user_id = ANY (${uncounted(userIds)}::int8[]) GROUP BY user_id
    ) AS k, LATERAL (
      SELECT ${held} FROM memberships m JOIN conversations c ON c.id = m.conversation_id
      WHERE m.user_id = k.user_id AND m.request IS NOT NULL
    ) AS h
  ) AS sums`;

/** Unread messages of a member, over all conversations; undefined without any. */
export async function unreadTotal(db: Db, userId: number): Promise<UnreadCount | undefined> {
  const [row] = (await totals([userId]).execute(db)).rows;
  return row && { unread_count: row.unread_count, unread_version: row.unread_version, ...heldCounts(row) };
}

export interface UnreadRow extends Omit<UnreadCount, keyof HeldRow>, HeldRow {
  user_id: number;
  other_id: number;
  unread_from: number | null;
  mark_changes: number;
  total_count: number;
  total_version: number;
}

/**
 * Unread messages of single conversations, named by pairs of [member, other member], and of the member over all. One
 * statement, so that both are of one moment.
 */
export async function unreadOf(db: Db, pairs: readonly (readonly [number, number])[]): Promise<UnreadRow[]> {
  const users = pairs.map(([user]) => user);
  const others = pairs.map(([, other]) => other);
  const { rows } = await sql<UnreadRow>`
    SELECT m.user_id, m.other_id, ${otherSent} - m.read_received AS unread_count, ${unreadVersion} AS unread_version,
           m.unread_from, m.mark_changes,
           t.unread_count AS total_count, t.unread_version AS total_version, t.request_count, t.request_unread_count
    FROM unnest(${uncounted(users)}, ${uncounted(others)}) AS k (user_id, other_id)
    JOIN memberships m ON m.user_id = k.user_id AND m.other_id = k.other_id
    JOIN conversations c ON c.id = m.conversation_id
    JOIN (${totals(users)}) AS t ON t.user_id = m.user_id`.execute(db);
  return rows;
}

/**
 * Moves the mark forward to `upTo` (at most the newest message, which null means); never back. The number of the other's
 * messages this covers is read off the message at that seq; deleted ones beyond it count as read. A mark that one set before is taken
 * away. `moved`: one of them was; `is_told`: the other hears of that.
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

/** A mark is tried to be moved so often, while another device moves it or messages are deleted. */
const MOVES_MAX = 5;

interface MovedMark {
  read_seq: number;
  moved: boolean;
  is_told: boolean;
  /** A deletion or another device came between: what was counted may be wrong. */
  is_contested: boolean;
}

async function tryToMove(
  db: Db,
  userId: number,
  otherId: number,
  upTo: number | null,
  at: Date,
): Promise<MovedMark | undefined> {
  const { rows } = await sql<MovedMark>`
    WITH target AS (
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
      WHERE m.user_id = ${userId} AND m.other_id = ${otherId}
    ), moved AS (
      UPDATE memberships m SET read_seq = t.seq, read_received = t.received, read_at = greatest(m.read_at, ${at}::timestamptz),
             unread_from = NULL, mark_changes = m.mark_changes + (m.unread_from IS NOT NULL)::int
      FROM target t
      WHERE m.user_id = t.user_id AND m.other_id = t.other_id AND m.taken_back = t.taken_back
        AND (m.read_seq < t.seq OR (m.read_seq = t.seq AND m.unread_from <= t.seq))
      RETURNING m.read_seq, m.told_read_seq IS NULL AND NOT t.stays AS is_told
    )
    SELECT coalesce((SELECT read_seq FROM moved), m.read_seq) AS read_seq, EXISTS (SELECT FROM moved) AS moved,
           coalesce((SELECT is_told FROM moved), false) AS is_told,
           EXISTS (SELECT FROM target t WHERE t.seq > m.read_seq OR (t.seq = m.read_seq AND m.unread_from <= t.seq))
             AND NOT EXISTS (SELECT FROM moved) AS is_contested
    FROM memberships m WHERE m.user_id = ${userId} AND m.other_id = ${otherId}`.execute(db);
  return rows[0];
}

/**
 * Conversations with unread messages, newest first, each with its newest unread message (`+ 0` as above): the first, or those below the one
 * with the member `before`.
 */
export async function listNotifications(
  db: Db,
  userId: number,
  { before, limit }: PageRange,
): Promise<NotificationRow[]> {
  const below =
    before === undefined
      ? undefined
      : sql`SELECT bc.last_message_at, b.other_id FROM memberships b JOIN conversations bc ON bc.id = b.conversation_id
          WHERE b.user_id = ${userId} AND b.other_id = ${before}`;
  const { rows } = await sql<NotificationRow>`
    WITH unread AS (${pageOfConversations(userId, { below, limit, onlyUnread: true })})
    SELECT n.id, unread.request, unread.other_id AS sender_id, u.name AS sender_name, n.content, n.created_at,
           unread.other_sent - unread.read_received AS unread_count, unread.other_sent + unread.read_received + unread.mark_changes AS unread_version
    FROM unread
    JOIN LATERAL (SELECT name FROM users WHERE id = unread.other_id LIMIT 1) AS u ON true
    JOIN LATERAL (
      SELECT id, content, created_at FROM messages
      WHERE conversation_id = unread.conversation_id AND sender_id + 0 = unread.other_id AND deleted_at IS NULL
      ORDER BY seq DESC LIMIT 1
    ) n ON true
    ORDER BY unread.last_message_at DESC, unread.other_id DESC`.execute(db);
  return rows;
}
