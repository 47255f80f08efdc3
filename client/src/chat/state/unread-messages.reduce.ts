import type { Message, Notification, Unread } from '@sangam/shared/chat/messages';
import type { ConversationKey } from '../../lib/links/chat-link';
import { keyOf, keyOfUnread } from './known-conversations';

/** Returns the conversation of a line of the bell, which lists only direct ones. */
export const keyOfLine = ({
  conversation_id,
  sender_id,
}: Pick<Notification, 'conversation_id' | 'sender_id'>): ConversationKey =>
  keyOf({ conversation_id, memberId: sender_id });

/** Moves the sender's line to the top. Its count follows with `unread:changed`. */
export function withMessage(list: readonly Notification[], message: Message): Notification[] {
  const conversation = keyOfLine(message);
  const before = list.find((item) => keyOfLine(item) === conversation);
  if (before && before.created_at > message.created_at) return [...list];
  const item: Notification = {
    id: message.id,
    ...(message.conversation_id !== undefined && { conversation_id: message.conversation_id }),
    sender_id: message.sender_id,
    sender_name: message.sender_name,
    content: message.content,
    unread_count: before?.unread_count ?? 1,
    unread_version: before?.unread_version ?? 0,
    created_at: message.created_at,
  };
  return [item, ...list.filter((other) => keyOfLine(other) !== conversation)];
}

/** Replaces the text of a changed unread message. */
export const withText = (list: readonly Notification[], { id, content }: Message): Notification[] =>
  list.map((item) => (item.id === id ? { ...item, content } : item));

/** Sets one conversation's unread count, unless a newer one is known; 0 removes its line. */
export const withUnread = (list: readonly Notification[], unread: Unread): Notification[] =>
  list.flatMap((item) => {
    const { unread_count, unread_version } = unread.conversation;
    if (keyOfLine(item) !== keyOfUnread(unread) || unread_version < item.unread_version) return [item];
    return unread_count === 0 ? [] : [{ ...item, unread_count, unread_version }];
  });

/** Adds a page below the list; a listed line is at least as new. */
export const withPage = (list: readonly Notification[], page: readonly Notification[]): Notification[] => {
  const listed = new Set(list.map(keyOfLine));
  return [...list, ...page.filter((item) => !listed.has(keyOfLine(item)))];
};
