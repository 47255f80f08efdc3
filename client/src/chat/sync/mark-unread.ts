import type { ConversationKey } from '../../lib/links/chat-link';
import { listedConversation } from '../state/conversations';
import { placeIn } from '../state/outbox/outbox-order';
import { countUnreadFrom, holdUnread, isOpen } from '../state/thread/threads';
import { actOn } from './outbox-sender';

/** Marks a conversation as unread from a message on. Nobody else is notified. */
export function markUnread(conversation: ConversationKey, seq: number): void {
  actOn(
    { ...placeIn(conversation), seq, message: null },
    { verb: 'unread', text: String(countUnreadFrom(conversation, seq)) },
  );
  if (isOpen(conversation)) holdUnread(conversation, seq);
}

/** Marks a conversation as unread from its last message on. */
export function markLastUnread(conversation: ConversationKey): void {
  const last = listedConversation(conversation)?.last_seq;
  if (last) markUnread(conversation, last);
}
