import type { Conversation, Notification } from '@sangam/shared/chat/messages';

/** What became of a stranger's first messages to the reader. */
type MessageRequest = 'waiting' | 'accepted' | 'ignored' | null;

/** The mark of a conversation that is held apart. */
export const heldRequest = (request: MessageRequest) => (request === null || request === 'accepted' ? {} : { request });

/** How much of a count is held apart; nothing where nothing is. */
export const heldCounts = ({ request_count, request_unread_count }: HeldCounts) =>
  request_count + request_unread_count === 0 ? {} : { request_count, request_unread_count };

interface HeldCounts {
  request_count: number;
  request_unread_count: number;
}

interface MarkRow {
  unread_from: number | null;
  mark_changes: number;
}

/** Where a member marked a conversation as unread; nothing where they never did. */
export const unreadMark = ({ unread_from, mark_changes }: MarkRow) =>
  mark_changes === 0 ? {} : { unread_mark: { from: unread_from, version: mark_changes } };

export interface ConversationRow extends MarkRow {
  other_id: number;
  name: string;
  /** '' where the member may not see it. */
  email: string;
  other_sent: number;
  last_seq: number;
  last_change: number;
  read_seq: number;
  read_received: number;
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
  name: row.name,
  email: row.email,
  last_message: row.last_content,
  last_message_time: row.last_message_at?.toISOString() ?? null,
  last_message_sender_id: row.last_sender_id,
  last_seq: row.last_seq,
  last_change: row.last_change,
  unread_count: row.other_sent - row.read_received,
  unread_version: row.other_sent + row.read_received + row.mark_changes,
  ...unreadMark(row),
  read_seq: row.read_seq,
  other_read_seq: row.other_read_seq,
  is_online: row.is_online,
  last_active: row.last_active?.toISOString() ?? null,
  ...(row.reaction_seq !== null && row.emoji !== null ? { reaction: { seq: row.reaction_seq, emoji: row.emoji } } : {}),
  ...heldRequest(row.request),
});

export interface NotificationRow {
  id: number;
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
  sender_id: row.sender_id,
  sender_name: row.sender_name,
  content: row.content,
  unread_count: row.unread_count,
  unread_version: row.unread_version,
  created_at: row.created_at.toISOString(),
  ...heldRequest(row.request),
});
