import { holdKeyboard } from '../../../lib/hold-keyboard';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { setReply } from '../../state/outbox/drafts';
import type { MessageItem } from '../thread-items/thread.select';

/** Moves the focus to the composer. */
export const focusComposer = (): void => document.querySelector<HTMLElement>('[data-composer] textarea')?.focus();

/**
 * Starts a reply to a message and focuses the composer. Returns false for a message that is deleted or not stored yet.
 */
export function replyTo(item: MessageItem, conversation: ConversationKey): boolean {
  if (item.kind === 'pending' || item.message.deleted_at) return false;
  setReply(conversation, item.message.seq);
  const hold = holdKeyboard(() => hold.drop());
  // Waits until the menu has returned the focus.
  setTimeout(() => {
    focusComposer();
    hold.giveBack();
  });
  return true;
}
