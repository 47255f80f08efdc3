import type { Message, Unread } from '@sangam/shared/contract/messages';
import { applyConversationMessage, applyConversationUnread } from '../stores/conversations';
import { applyNotificationUnread } from '../stores/notifications';
import { removePending } from '../stores/outbox';
import { applyMessage } from '../stores/threads';

/** What a stored message left to be fetched. */
export interface Missing {
  /** Messages before it are missing in its thread. */
  thread: boolean;
  /** Its conversation is not in the list. */
  conversation: boolean;
}

/** Puts a stored message wherever it shows, and takes its pending twin away. */
export function takeMessage(message: Message, me: number): Missing {
  const thread = applyMessage(message, me);
  const conversation = !applyConversationMessage(message, me);
  if (message.client_id !== null && message.sender_id === me) removePending(message.client_id);
  return { thread, conversation };
}

/** Absolute unread values, wherever they show. */
export function takeUnread(unread: Unread): void {
  applyConversationUnread(unread);
  applyNotificationUnread(unread);
}
