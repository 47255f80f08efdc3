import { withoutFormatting } from '@sangam/shared/core/without-formatting';
import type { NoticeFacts } from '@sangam/shared/notices/notification-kinds';
import { notificationLink, notificationWords } from '@sangam/shared/notices/notification-words';
import type { Db } from '../../platform/db/database.js';
import { parseTopic, type Topic } from '../../platform/records/web-push.queries.js';
import { findLastOfTeam, findLastText, findUnreadChat, findUnreadNotification, findUnreadTeam } from './queries.js';

/** The unread part of a topic, in words. */
export interface Unread extends NoticeFacts {
  /** Grows with each new message, with each deleted one, and with each edit that mentions the member. */
  version: number;
  /** Grows only with each new message, and with each edit that mentions the member. */
  receivedVersion: number;
  /** The name of the member who acted, or the team's project. */
  title: string;
  /** The wording of the event, for display below the title. */
  body: string;
  /** The wording of the event after the actor's name, or a whole sentence without an actor. */
  act: string;
  /** The name of the member who acted; null if nobody did. */
  actor: string | null;
  /** The title of the project that a notification is about; null for messages. */
  project: string | null;
  /** The last message without formatting; null for notifications. */
  text: string | null;
  /** The deadline for the member's answer; null if none is asked for. */
  answerBy: Date | null;
  path: string;
}

const TEXT_MAX_CHARS = 200;

/** Returns the unread part of a member's topic at `now`, or null. */
export async function findUnread(db: Db, userId: number, topic: Topic, now: Date): Promise<Unread | null> {
  const { about: subject, id } = parseTopic(topic);
  const unread = await readers[subject](db, userId, id);
  // After a downtime, the deadline may have passed before the job that replaces the notification has run.
  const isOver = unread !== null && unread.answerBy !== null && unread.answerBy <= now;
  return isOver ? null : unread;
}

const readers = { chat: unreadChat, team: unreadTeam, inbox: unreadNotification };

/** The start of a message without formatting; null for a message without text. */
function excerptOf(content: string): string | null {
  const text = [...withoutFormatting(content).trim()];
  return text.length > TEXT_MAX_CHARS ? `${text.slice(0, TEXT_MAX_CHARS).join('')} …` : text.join('') || null;
}

const newMessages = (count: number): string =>
  count === 1 ? 'New message' : `${count.toLocaleString('en-IN')} new messages`;

async function unreadChat(db: Db, userId: number, otherId: number): Promise<Unread | null> {
  const chat = await findUnreadChat(db, userId, otherId);
  if (!chat || chat.last_message_at === null) return null;
  const last = await findLastText(db, chat.conversation_id, otherId);
  const count = chat.unread.toLocaleString('en-IN');
  return {
    kind: 'message',
    about: { member_id: otherId },
    version: chat.sent + chat.taken_back,
    receivedVersion: chat.sent,
    at: chat.last_message_at,
    title: chat.name,
    body: newMessages(chat.unread),
    act: `sent you ${chat.unread === 1 ? 'a message' : `${count} messages`}`,
    actor: chat.name,
    project: null,
    text: excerptOf(last?.content ?? ''),
    answerBy: null,
    path: `/messages/c/${chat.conversation_id}`,
  };
}

const actOf = (mentionedBy: string | null, unread: number): string => {
  const newText = unread === 1 ? 'has a new message' : `has ${newMessages(unread)}`;
  return mentionedBy === null ? newText : `${newText}: ${mentionedBy} mentioned you`;
};

async function unreadTeam(db: Db, userId: number, conversationId: number): Promise<Unread | null> {
  const team = await findUnreadTeam(db, userId, conversationId);
  if (!team) return null;
  const last = await findLastOfTeam(db, conversationId, userId);
  if (!last) return null;
  const unread = team.sent - team.read_received;
  const text = excerptOf(last.content);
  return {
    kind: 'message',
    about: { project_id: team.project_id },
    version: team.sent + team.taken_back + team.added,
    receivedVersion: team.sent + team.added,
    at: new Date(Math.max(team.last_message_at.getTime(), team.mentioned_at?.getTime() ?? 0)),
    title: team.title,
    body: team.mentioned_by === null ? newMessages(unread) : `${team.mentioned_by} mentioned you`,
    act: actOf(team.mentioned_by, unread),
    actor: team.title,
    project: null,
    text: text && `${last.name}: ${text}`,
    answerBy: null,
    path: `/messages/c/${conversationId}`,
  };
}

async function unreadNotification(db: Db, userId: number, id: number): Promise<Unread | null> {
  const item = await findUnreadNotification(db, userId, id);
  if (!item) return null;
  const sentence = `${notificationWords(item)} ${item.title}`.trim();
  const body = sentence.charAt(0).toUpperCase() + sentence.slice(1);
  return {
    kind: item.kind,
    about: { project_id: item.project_id },
    version: item.created_at.getTime(),
    receivedVersion: item.created_at.getTime(),
    at: item.created_at,
    title: item.name ?? 'Sangam',
    body,
    act: item.name === null ? body : sentence,
    actor: item.name,
    project: item.project_id === null ? null : item.title,
    text: null,
    answerBy: item.answer_by,
    path: notificationLink(item),
  };
}
