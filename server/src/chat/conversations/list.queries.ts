import type { Conversation } from '@sangam/shared/chat/messages';
import { sql } from 'kysely';
import { asMember, hidesPresence, shownEmailTo } from '../../contact/contact.js';
import { builtOnce } from '../../platform/db/built-once.js';
import { pageOfConversations, pageOfRequests } from './conversation-page.queries.js';
import {
  type MessageRequest,
  presentUnread,
  requestField,
  shownReadSeq,
  type UnreadRow,
} from './membership.queries.js';

interface ConversationRow extends UnreadRow {
  conversation_id: number;
  other_id: number;
  name: string;
  /** '' if the member may not see it. */
  email: string;
  last_seq: number;
  last_change: number;
  read_seq: number;
  other_read_seq: number;
  last_content: string | null;
  last_sender_id: number | null;
  last_message_at: Date | null;
  is_online: boolean;
  last_active: Date | null;
  request: MessageRequest;
  reaction_seq: number | null;
  emoji: string | null;
}

export const presentConversation = (row: ConversationRow): Conversation => ({
  id: row.other_id,
  conversation_id: row.conversation_id,
  kind: 'direct',
  name: row.name,
  email: row.email,
  last_message: row.last_content,
  last_message_time: row.last_message_at?.toISOString() ?? null,
  last_message_sender_id: row.last_sender_id,
  last_seq: row.last_seq,
  last_change: row.last_change,
  ...presentUnread(row),
  read_seq: row.read_seq,
  other_read_seq: row.other_read_seq,
  is_online: row.is_online,
  last_active: row.last_active?.toISOString() ?? null,
  ...(row.reaction_seq !== null && row.emoji !== null ? { reaction: { seq: row.reaction_seq, emoji: row.emoji } } : {}),
  ...requestField(row.request),
});

/** The other member's newest reaction to one of the member's messages, if it is newer than the last message. */
const newestReaction = sql`
  SELECT r.seq, r.emoji FROM message_reactions r
  WHERE r.conversation_id = page.conversation_id AND r.user_id = page.other_id AND r.reacted_at > page.last_message_at
    AND (SELECT sender_id FROM messages WHERE conversation_id = r.conversation_id AND seq = r.seq) = page.user_id
  ORDER BY r.reacted_at DESC, r.seq DESC, r.emoji LIMIT 1`;

interface ListedPage {
  userId: number;
  before?: Date | undefined;
  before_id?: number | undefined;
  limit: number;
  at: Date;
}

/** Newest first. Details are read by key, for the listed rows only (`LIMIT 1` keeps the planner from joining all members). */
const listBy = (select: typeof pageOfConversations) =>
  builtOnce<ListedPage, ConversationRow>(({ userId, before, before_id = sql.lit(0), limit, at }) => {
    // Messages of one batch have one time: without an id, the page begins after all of them.
    const below = before && sql`SELECT ${before}::timestamptz, ${before_id}::int8`;
    return sql`
    WITH page AS (${select(userId, { below, limit })})
    SELECT page.conversation_id, page.other_id, page.request, u.name, u.email, page.last_seq, page.read_seq, page.last_change,
           page.unread_count, page.unread_version, page.unread_from, page.mark_changes, page.archived_until, ${shownReadSeq} AS other_read_seq, l.content AS last_content,
           l.sender_id AS last_sender_id, page.last_message_at, p.is_online, p.last_active, r.seq AS reaction_seq, r.emoji
    FROM page
    JOIN LATERAL (
      SELECT name, ${shownEmailTo(userId, sql.ref('page.other_id'), sql.ref('users.email'))} AS email
      FROM users WHERE id = page.other_id LIMIT 1
    ) AS u ON true
    JOIN LATERAL (
      SELECT is_online AND NOT h.hidden AS is_online, CASE WHEN NOT h.hidden THEN last_active END AS last_active
      FROM presence, (SELECT ${hidesPresence(asMember(userId), sql.ref('page.other_id'), at)} AS hidden OFFSET 0) AS h WHERE id = page.other_id LIMIT 1
    ) AS p ON true
    JOIN memberships o ON o.user_id = page.other_id AND o.other_id = page.user_id
    JOIN messages l ON l.conversation_id = page.conversation_id AND l.seq = page.last_seq
    LEFT JOIN LATERAL (${newestReaction}) AS r ON page.last_change > 0
    ORDER BY page.last_message_at DESC, page.other_id DESC`;
  });

export const listConversations = listBy(pageOfConversations);
export const listMessageRequests = listBy(pageOfRequests);
