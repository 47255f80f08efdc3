import { inboxLink, inboxWords } from '@sangam/shared/rules/inbox-words';
import type { Db } from '../../db/database.js';
import { readTopic, type Topic } from './topics.js';
import { findLastText, findUnreadChat, findUnreadItem } from './topics.queries.js';

/** What a device is to show of a topic. */
interface Unread {
  /** Grows with what came. */
  version: number;
  at: Date;
  title: string;
  path: string;
  /** No text of a message, unless the member wants it on this device. */
  body: string;
  bodyWithText: string;
}

const TEXT_MAX_CHARS = 200;

/** What is unread of a member's topic now; null for nothing. */
export async function findUnread(db: Db, userId: number, topic: Topic): Promise<Unread | null> {
  const { about, id } = readTopic(topic);
  return about === 'chat' ? unreadChat(db, userId, id) : unreadItem(db, userId, id);
}

async function unreadChat(db: Db, userId: number, otherId: number): Promise<Unread | null> {
  const chat = await findUnreadChat(db, userId, otherId);
  if (!chat || chat.last_message_at === null) return null;
  const last = await findLastText(db, chat.conversation_id, otherId);
  const body = chat.unread === 1 ? 'New message' : `${chat.unread.toLocaleString('en-IN')} new messages`;
  const text = [...(last?.content ?? body)];
  return {
    version: chat.sent,
    at: chat.last_message_at,
    title: chat.name,
    path: `/messages/${otherId}`,
    body,
    bodyWithText: text.length > TEXT_MAX_CHARS ? `${text.slice(0, TEXT_MAX_CHARS).join('')} …` : text.join(''),
  };
}

async function unreadItem(db: Db, userId: number, id: number): Promise<Unread | null> {
  const item = await findUnreadItem(db, userId, id);
  if (!item) return null;
  const sentence = `${inboxWords(item)} ${item.title}`.trim();
  const body = sentence.charAt(0).toUpperCase() + sentence.slice(1);
  return {
    version: item.created_at.getTime(),
    at: item.created_at,
    title: item.name ?? 'Sangam',
    path: inboxLink(item),
    body,
    bodyWithText: body,
  };
}
