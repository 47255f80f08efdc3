import type { Attachment } from '@sangam/shared/contract/attachments';
import type { Conversation, Message, Notification } from '@sangam/shared/contract/messages';
import { isAscii, WireText, wireText } from '../../lib/wire-text.js';
import type { SenderPresence } from './pending-message.js';

export interface MessageRow {
  id: number;
  seq: number;
  client_id: string | null;
  sender_id: number;
  receiver_id: number;
  content: string;
  created_at: Date;
  sender_name: string;
  sender_is_online: boolean;
  last_active: Date | null;
  /** The number of its last change; null for one that never changed. */
  change: number | null;
  edited_at: Date | null;
  deleted_at: Date | null;
  reply_to: number | null;
  /** Null for one without. */
  attachments: Attachment[] | null;
  reactions?: Reactions | undefined;
  pinned?: Pin | undefined;
}

/** What stands on a message. */
export type Reactions = NonNullable<Message['reactions']>;
export type Pin = NonNullable<Message['pinned']>;

export const presentMessage = (row: MessageRow): Message => ({
  id: row.id,
  seq: row.seq,
  client_id: row.client_id,
  sender_id: row.sender_id,
  receiver_id: row.receiver_id,
  content: row.content,
  created_at: row.created_at.toISOString(),
  sender_name: row.sender_name,
  sender_is_online: row.sender_is_online,
  last_active: row.last_active?.toISOString() ?? null,
  ...(row.change === null ? {} : { change: row.change }),
  ...(row.edited_at === null ? {} : { edited_at: row.edited_at.toISOString() }),
  ...(row.deleted_at === null ? {} : { deleted_at: row.deleted_at.toISOString() }),
  ...(row.reply_to === null ? {} : { reply_to: row.reply_to }),
  ...(row.reactions?.length ? { reactions: row.reactions } : {}),
  ...(row.pinned ? { pinned: row.pinned } : {}),
  ...(row.attachments === null ? {} : { attachments: row.attachments }),
});

/**
 * The same shape as JSON text, for every message that is sent. A sender who is active was so last when they sent it.
 * `present.test.ts` holds it against the schema and `presentMessage`.
 */
export function messageJson(
  row: Pick<MessageRow, 'id' | 'seq' | 'client_id' | 'sender_id' | 'receiver_id'>,
  { content, sender_name }: Pick<MessageRow, 'content' | 'sender_name'>,
  presence: SenderPresence,
  createdAt: string,
): WireText {
  const contentJson = JSON.stringify(content);
  const senderNameJson = JSON.stringify(sender_name);
  const isOnline = presence === 'active' || presence.is_online;
  const lastActive = presence === 'active' ? createdAt : presence.last_active;
  const lastActiveJson = lastActive === null ? 'null' : `"${lastActive}"`;
  const clientId = row.client_id === null ? 'null' : `"${row.client_id}"`;
  const text = `{"id":${row.id},"seq":${row.seq},"client_id":${clientId},"sender_id":${row.sender_id},"receiver_id":${row.receiver_id},"content":${contentJson},"created_at":"${createdAt}","sender_name":${senderNameJson},"sender_is_online":${isOnline},"last_active":${lastActiveJson}}`;
  return new WireText(text, isAscii(contentJson) && isAscii(senderNameJson));
}

/** That JSON text of a reply. */
export const withReplyTo = ({ text, isAscii }: WireText, replyTo: number): WireText =>
  new WireText(`${text.slice(0, -1)},"reply_to":${replyTo}}`, isAscii);

/** That JSON text with the attachments of the message. */
export const withAttachments = ({ text }: WireText, attachments: readonly Attachment[]): WireText =>
  wireText(`${text.slice(0, -1)},"attachments":${JSON.stringify(attachments)}}`);
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
