import type { Message } from '@sangam/shared/chat/messages';
import type { ConversationKey } from '../../lib/links/chat-link';

/** A message that was edited, deleted, pinned or reacted to, in this conversation. */
type Listener = (message: Message, conversation: ConversationKey) => void;
const listeners = new Set<Listener>();

/**
 * Follows changed messages. Code that shows or stores a message's words outside its thread must: quotes, search results,
 * saved messages, notifications. Returns the function that stops it.
 */
export function followChangedMessages(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function noteChangedMessage(message: Message, conversation: ConversationKey): void {
  for (const listener of listeners) listener(message, conversation);
}
