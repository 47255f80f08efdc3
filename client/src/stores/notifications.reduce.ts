import type { Message, Notification, Unread } from '@sangam/shared/contract/messages';

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
    created_at: message.created_at,
  };
  return [item, ...list.filter((other) => other.sender_id !== message.sender_id)];
}

/** Absolute unread of one conversation: at 0 its line goes. */
export const withUnread = (list: readonly Notification[], { conversation }: Unread): Notification[] =>
  conversation.unread_count === 0
    ? list.filter((item) => item.sender_id !== conversation.id)
    : list.map((item) =>
        item.sender_id === conversation.id ? { ...item, unread_count: conversation.unread_count } : item,
      );
