import type { Message } from '@sangam/shared/chat/messages';
import type { ConversationKey } from '../../lib/links/chat-link';

/** Gets a message that was edited, deleted, pinned or reacted to, and its conversation. */
type Listener = (message: Message, conversation: ConversationKey) => void;
const listeners = new Set<Listener>();

/**
 * Calls `listener` with each changed message, until the returned function is called. Code that shows or stores a message's text outside its
 * thread must follow changes: quotes, search results, saved messages, notifications.
 */
export function followChangedMessages(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function noteChangedMessage(message: Message, conversation: ConversationKey): void {
  for (const listener of listeners) listener(message, conversation);
}
