import type { Notification, UnreadCount } from '@sangam/shared/chat/messages';
import { sql } from 'kysely';
import { builtOnce, type Value } from '../../platform/db/built-once.js';
import type { Db } from '../../platform/db/database.js';
import type { PageRange } from '../../platform/db/page.js';
import { pageOfConversations } from '../conversations/conversation-page.queries.js';
import {
  type MessageRequest,
  otherSent,
  requestField,
  type UnreadRow,
  unreadColumns,
} from '../conversations/membership.queries.js';

/** Hides the number of values from the planner, which would otherwise plan again each time: that takes longer than the statement. */
const uncounted = (ids: Value<readonly number[]>) => sql`(SELECT ${ids}::int8[])`;

/** The part of a member's counts that is in message requests. */
interface RequestCounts {
  request_count: number;
  request_unread_count: number;
}

/** The fields for these counts; none if both are zero. */
export const requestCounts = ({ request_count, request_unread_count }: RequestCounts) =>
  request_count + request_unread_count === 0 ? {} : { request_count, request_unread_count };

const requestSums = sql`coalesce(sum(m.request_changes), 0)::int8 AS request_changes,
  count(*) FILTER (WHERE m.request = 'waiting' AND c.last_seq > 0) AS request_count,
  coalesce(sum(${otherSent} - m.read_received) FILTER (WHERE m.request IN ('waiting', 'ignored')), 0)::int8
    AS request_unread_count`;

type TotalRow = Omit<UnreadCount, keyof RequestCounts> & RequestCounts & { user_id: number };

/**
 * Each member's unread messages in all direct conversations; no row for a member without any. Each member's conversations are read by key:
 * the planner assumes ten members in the array, and would read all conversations.
 */
const totals = (userIds: Value<readonly number[]>) => sql<TotalRow>`
  SELECT user_id, received - read_received AS unread_count,
         received + read_received + request_changes + mark_changes AS unread_version,
         request_count, request_unread_count
  FROM (
    SELECT k.id AS user_id, h.*
    FROM (
      SELECT DISTINCT id FROM unnest(${uncounted(userIds)}) AS id WHERE NOT EXISTS (SELECT FROM kept_lists WHERE user_id = id)
    ) AS k, LATERAL (
      SELECT sum(${otherSent})::int8 AS received, sum(m.read_received)::int8 AS read_received,
        sum(m.mark_changes)::int8 AS mark_changes, ${requestSums}
      FROM memberships m
      JOIN LATERAL (SELECT last_seq, sent FROM conversations WHERE id = m.conversation_id OFFSET 0) AS c ON true
      WHERE m.user_id = k.id AND m.other_id IS NOT NULL
    ) AS h
    WHERE h.received IS NOT NULL
    UNION ALL
    SELECT k.*, (
      SELECT coalesce(sum(mark_changes), 0)::int8 FROM memberships
      WHERE user_id = k.user_id AND mark_changes > 0 AND other_id IS NOT NULL
    ), h.*
    FROM (
      SELECT user_id, sum(received)::int8, sum(read_received)::int8
      FROM kept_totals WHERE user_id = ANY (${uncounted(userIds)}::int8[]) GROUP BY user_id
    ) AS k, LATERAL (
      SELECT ${requestSums} FROM memberships m JOIN conversations c ON c.id = m.conversation_id
      WHERE m.user_id = k.user_id AND m.request IS NOT NULL
    ) AS h
  ) AS sums`;

const readTotals = builtOnce<{ userIds: readonly number[] }, TotalRow>(({ userIds }) => totals(userIds));

/** A member's unread messages in all direct conversations; undefined without any. */
export async function unreadTotal(db: Db, userId: number): Promise<UnreadCount | undefined> {
  const [row] = await readTotals(db, { userIds: [userId] });
  return row && { unread_count: row.unread_count, unread_version: row.unread_version, ...requestCounts(row) };
}

/** Unread messages of a conversation, or of all a member's direct ones. */
interface CountRow extends RequestCounts, UnreadRow {
  user_id: number;
  other_id: number | null;
  /** Null for the sum of all direct ones. */
  conversation_id: number | null;
  last_seq: number;
}

interface UnreadWithTotal extends CountRow {
  /** Null in a team's conversation. */
  other_id: number | null;
  conversation_id: number;
  total_count: number;
  total_version: number;
}

const readCounts = builtOnce<{ users: readonly number[]; conversations: readonly number[] }, CountRow>(
  ({ users, conversations }) => sql`
    SELECT m.user_id, m.other_id, c.id AS conversation_id, c.last_seq, ${unreadColumns}, 0::int8 AS request_count, 0::int8 AS request_unread_count
    FROM unnest(${uncounted(users)}, ${uncounted(conversations)}) AS k (user_id, conversation_id)
    JOIN memberships m ON m.conversation_id = k.conversation_id AND m.user_id = k.user_id
    JOIN conversations c ON c.id = m.conversation_id
    WHERE m.left_seq IS NULL
    UNION ALL
    SELECT t.user_id, NULL, NULL, 0, t.unread_count, t.unread_version, NULL, 0, NULL, t.request_count, t.request_unread_count
    FROM (${totals(users)}) AS t`,
);

/**
 * Unread messages of single conversations, given as pairs of [member, conversation], and of the member over all direct ones. It is one
 * statement, so that both are of the same moment, but not a join: the planner would compare every pair with every member's total. No row
 * for a conversation that the member has left.
 */
export async function unreadOf(db: Db, pairs: readonly (readonly [number, number])[]): Promise<UnreadWithTotal[]> {
  const users = pairs.map(([user]) => user);
  const conversations = pairs.map(([, conversation]) => conversation);
  const rows = await readCounts(db, { users, conversations });
  const totalOf = new Map<number, CountRow>();
  for (const row of rows) if (row.conversation_id === null) totalOf.set(row.user_id, row);
  return rows.flatMap(({ conversation_id, ...row }) => {
    if (conversation_id === null) return [];
    // A member of teams may have no direct conversation.
    const total = totalOf.get(row.user_id);
    return {
      ...row,
      conversation_id,
      total_count: total?.unread_count ?? 0,
      total_version: total?.unread_version ?? 0,
      request_count: total?.request_count ?? 0,
      request_unread_count: total?.request_unread_count ?? 0,
    };
  });
}

export interface NotificationRow {
  id: number;
  conversation_id: number;
  sender_id: number;
  sender_name: string;
  content: string;
  unread_count: number;
  unread_version: number;
  created_at: Date;
  request: MessageRequest;
}

export const presentNotification = (row: NotificationRow): Notification => ({
  id: row.id,
  conversation_id: row.conversation_id,
  sender_id: row.sender_id,
  sender_name: row.sender_name,
  content: row.content,
  unread_count: row.unread_count,
  unread_version: row.unread_version,
  created_at: row.created_at.toISOString(),
  ...requestField(row.request),
});

/**
 * Conversations with unread messages, newest first, each with its newest unread message: the first page, or the one below the
 * conversation with the member `before`. `+ 0` keeps the planner from the index on the sender.
 */
export const listNotifications = builtOnce<PageRange & { userId: number }, NotificationRow>(
  ({ userId, before, limit }) => {
    const below =
      before === undefined
        ? undefined
        : sql`SELECT bc.last_message_at, b.other_id FROM memberships b JOIN conversations bc ON bc.id = b.conversation_id
          WHERE b.user_id = ${userId} AND b.other_id = ${before}`;
    return sql`
    WITH unread AS (${pageOfConversations(userId, { below, limit, onlyUnread: true })})
    SELECT n.id, unread.conversation_id, unread.request, unread.other_id AS sender_id, u.name AS sender_name, n.content, n.created_at,
           unread.unread_count, unread.unread_version
    FROM unread
    JOIN LATERAL (SELECT name FROM users WHERE id = unread.other_id LIMIT 1) AS u ON true
    JOIN LATERAL (
      SELECT id, content, created_at FROM messages
      WHERE conversation_id = unread.conversation_id AND sender_id + 0 = unread.other_id AND deleted_at IS NULL
      ORDER BY seq DESC LIMIT 1
    ) n ON true
    ORDER BY unread.last_message_at DESC, unread.other_id DESC`;
  },
);
