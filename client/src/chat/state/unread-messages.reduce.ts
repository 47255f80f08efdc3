import type { Message, Notification, Unread } from '@sangam/shared/chat/messages';

/** A new message of somebody else: their line becomes the newest. Its count follows with `unread:changed`. */
export function withMessage(list: readonly Notification[], message: Message): Notification[] {
  const before = list.find((item) => item.sender_id === message.sender_id);
  if (before && before.created_at > message.created_at) return [...list];
  const item: Notification = {
    id: message.id,
    sender_id: message.sender_id,
    sender_name: message.sender_name,
    content: message.content,
    unread_count: before?.unread_count ?? 1,
    unread_version: before?.unread_version ?? 0,
    created_at: message.created_at,
  };
  return [item, ...list.filter((other) => other.sender_id !== message.sender_id)];
}

/** The words of an unread message that changed. */
export const withWords = (list: readonly Notification[], { id, content }: Message): Notification[] =>
  list.map((item) => (item.id === id ? { ...item, content } : item));

/** Absolute unread of one conversation, unless a newer count is known: at 0 its line goes. */
export const withUnread = (list: readonly Notification[], { conversation }: Unread): Notification[] =>
  list.flatMap((item) => {
    const { id, unread_count, unread_version } = conversation;
    if (item.sender_id !== id || unread_version < item.unread_version) return [item];
    return unread_count === 0 ? [] : [{ ...item, unread_count, unread_version }];
  });

/** The lines of a page below the list; a line that is listed already is at least as new. */
export const withPage = (list: readonly Notification[], page: readonly Notification[]): Notification[] => {
  const listed = new Set(list.map((item) => item.sender_id));
  return [...list, ...page.filter((item) => !listed.has(item.sender_id))];
};
