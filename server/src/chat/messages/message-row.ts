import type { Attachment } from '@sangam/shared/chat/attachments';
import { mentions } from '@sangam/shared/chat/mention-words';
import type { Mention } from '@sangam/shared/chat/mentions';
import type { Message } from '@sangam/shared/chat/messages';
import { isAscii, WireText, wireText } from '../../platform/lib/wire-text.js';
import type { SenderPresence } from './pending-message.js';

/** A message as it is stored now, with its reactions and pin. */
export interface StoredRow {
  id: number;
  conversation_id: number;
  seq: number;
  client_id: string | null;
  sender_id: number;
  content: string;
  created_at: Date;
  /** The number of its last change; null if it never changed. */
  change: number | null;
  edited_at: Date | null;
  deleted_at: Date | null;
  reply_to: number | null;
  /** The receiver's project that the message asks about, with the title shown outside the team. */
  project_id: number | null;
  project_title: string | null;
  /** While the project is hidden, its current title and the members of its team, who see it. */
  team_title: { title: string; user_ids: number[] } | null;
  attachments: Attachment[] | null;
  mentions: Mention[] | null;
  reactions: Message['reactions'] | null;
  pinned: Message['pinned'] | null;
}

/** The reactions to a message `m` as JSON, in the order of first use; null for none. */
const REACTIONS = `(
  SELECT json_agg(json_build_object('emoji', emoji, 'user_ids', user_ids) ORDER BY first_at, emoji) FROM (
    SELECT r.emoji, json_agg(r.user_id ORDER BY r.reacted_at, r.user_id) AS user_ids, min(r.reacted_at) AS first_at
    FROM message_reactions r WHERE r.conversation_id = m.conversation_id AND r.seq = m.seq GROUP BY r.emoji) AS kinds)`;

/** The pin of a message `m` as JSON: its member and time; null if it is not pinned. */
export const PIN_JSON = `(
  SELECT json_build_object('user_id', p.user_id, 'at', to_char(p.pinned_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  FROM message_pins p WHERE p.conversation_id = m.conversation_id AND p.seq = m.seq)`;

/** Reads no other table for a message that never changed. */
const ifChanged = (part: string) => `CASE WHEN m.change IS NOT NULL THEN ${part} END`;

/** Reads no other table for a message that asks about no project. */
const ifQuestion = (part: string) =>
  `CASE WHEN m.project_id IS NOT NULL THEN (SELECT ${part} FROM projects asked WHERE asked.id = m.project_id) END`;

/** A deleted project has a creator, but no seats. */
const TEAM_TITLE = `CASE WHEN asked.title_outside IS NOT NULL THEN json_build_object('title', asked.title, 'user_ids', ARRAY(
  SELECT s.user_id FROM project_members s WHERE s.project_id = asked.id UNION SELECT asked.creator_id)) END`;

const columns: Record<keyof StoredRow, string> = {
  id: 'm.id',
  conversation_id: 'm.conversation_id',
  seq: 'm.seq',
  client_id: 'm.client_id',
  sender_id: 'm.sender_id',
  content: 'm.content',
  created_at: 'm.created_at',
  change: 'm.change',
  edited_at: 'm.edited_at',
  deleted_at: 'm.deleted_at',
  reply_to: 'm.reply_to',
  project_id: 'm.project_id',
  project_title: ifQuestion('coalesce(asked.title_outside, asked.title)'),
  team_title: ifQuestion(TEAM_TITLE),
  attachments: 'm.attachments',
  mentions: 'm.mentions',
  reactions: ifChanged(REACTIONS),
  pinned: ifChanged(PIN_JSON),
};

/** The columns of `messages m` that make a `StoredRow`. */
export const MESSAGE_COLUMNS = Object.entries(columns)
  .map(([name, column]) => `${column} AS ${name}`)
  .join(', ');

/** A `StoredRow` from a statement that returns arrays of `MESSAGE_COLUMNS`, which the compiler can't read. */
export const storedRow = (values: readonly unknown[]): StoredRow =>
  Object.fromEntries(Object.keys(columns).map((name, index) => [name, values[index]])) as unknown as StoredRow;

interface MessageRow extends StoredRow {
  /** Null in a team's conversation. */
  receiver_id: number | null;
  sender_name: string;
  sender_is_online: boolean;
  last_active: Date | null;
}

/** A message as one of its readers sees it; null where all see the same. */
export const presentMessage = (row: MessageRow, readerId: number | null): Message => ({
  id: row.id,
  seq: row.seq,
  client_id: row.client_id,
  sender_id: row.sender_id,
  content: row.content,
  created_at: row.created_at.toISOString(),
  sender_name: row.sender_name,
  sender_is_online: row.sender_is_online,
  last_active: row.last_active?.toISOString() ?? null,
  ...(row.receiver_id === null ? {} : { receiver_id: row.receiver_id }),
  conversation_id: row.conversation_id,
  ...(row.change === null ? {} : { change: row.change }),
  ...(row.edited_at === null ? {} : { edited_at: row.edited_at.toISOString() }),
  ...(row.deleted_at === null ? {} : { deleted_at: row.deleted_at.toISOString() }),
  ...(row.reply_to === null ? {} : { reply_to: row.reply_to }),
  ...(row.project_id === null || row.deleted_at !== null
    ? {}
    : questionProject(row.project_id, titleOf(row, readerId))),
  ...(row.reactions?.length ? { reactions: row.reactions } : {}),
  ...(row.pinned ? { pinned: row.pinned } : {}),
  ...(row.attachments === null ? {} : { attachments: row.attachments }),
  ...mentionsOf(row),
});

/** The stored mentions whose names are still in the message's text. */
function mentionsOf({ mentions: stored, content }: Pick<StoredRow, 'mentions' | 'content'>): Pick<Message, 'mentions'> {
  const current = stored?.filter(({ name }) => mentions(content, name)) ?? [];
  return current.length === 0 ? {} : { mentions: current };
}

/** A message to a team: all participants see the same, without its sender's presence. */
export const presentTeamMessage = (row: StoredRow, sender_name: string): Message =>
  presentMessage({ ...row, receiver_id: null, sender_name, sender_is_online: false, last_active: null }, null);

const titleOf = ({ project_title, team_title }: StoredRow, readerId: number | null): string | null =>
  readerId !== null && team_title?.user_ids.includes(readerId) ? team_title.title : project_title;

const questionProject = (project_id: number, title: string | null) => ({ project_id, project_title: title ?? '' });

/**
 * The shape of `presentMessage` as JSON text, for every message that is sent. A sender who is active was last active when they sent it.
 * `message-row.test.ts` compares it with the schema and `presentMessage`.
 */
export function messageJson(
  row: Pick<MessageRow, 'id' | 'conversation_id' | 'seq' | 'client_id' | 'sender_id' | 'receiver_id'>,
  { content, sender_name }: Pick<MessageRow, 'content' | 'sender_name'>,
  presence: SenderPresence,
  createdAt: string,
): WireText {
  const receiver = row.receiver_id === null ? '' : `"receiver_id":${row.receiver_id},`;
  const contentJson = JSON.stringify(content);
  const senderNameJson = JSON.stringify(sender_name);
  const isOnline = presence === 'active' || presence.is_online;
  const lastActive = presence === 'active' ? createdAt : presence.last_active;
  const lastActiveJson = lastActive === null ? 'null' : `"${lastActive}"`;
  const clientId = row.client_id === null ? 'null' : `"${row.client_id}"`;
  const text = `{"id":${row.id},"seq":${row.seq},"client_id":${clientId},"sender_id":${row.sender_id},"content":${contentJson},"created_at":"${createdAt}","sender_name":${senderNameJson},"sender_is_online":${isOnline},"last_active":${lastActiveJson},${receiver}"conversation_id":${row.conversation_id}}`;
  return new WireText(text, isAscii(contentJson) && isAscii(senderNameJson));
}

/** Adds a reply's field to that JSON text. */
export const withReplyTo = ({ text, isAscii }: WireText, replyTo: number): WireText =>
  new WireText(`${text.slice(0, -1)},"reply_to":${replyTo}}`, isAscii);

/** Adds the project that a question is about to that JSON text. */
export const withProject = ({ text }: WireText, { id, title }: { id: number; title: string }): WireText =>
  wireText(`${text.slice(0, -1)},"project_id":${id},"project_title":${JSON.stringify(title)}}`);

/** Adds the message's attachments to that JSON text. */
export const withAttachments = ({ text }: WireText, attachments: readonly Attachment[]): WireText =>
  wireText(`${text.slice(0, -1)},"attachments":${JSON.stringify(attachments)}}`);

/** Adds that the message mentions the reader, for the members whom it notifies. */
export const withMentionOfReader = ({ text, isAscii }: WireText): WireText =>
  new WireText(`${text.slice(0, -1)},"mentions_you":true}`, isAscii);

/** Adds the mentions of a message to a team. */
export const withMentions = ({ text }: WireText, mentionList: readonly Mention[]): WireText =>
  wireText(`${text.slice(0, -1)},"mentions":${JSON.stringify(mentionList)}}`);
