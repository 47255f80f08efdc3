import { setReply } from '../../state/outbox/drafts';
import type { MessageItem } from '../thread/thread.select';

/** Leads to the field in which one writes. */
export const focusComposer = (): void => document.querySelector<HTMLElement>('[data-composer] textarea')?.focus();

/**
 * Begins an answer to a message of the conversation with a member, and leads to the field. False where there is nothing to answer: one that
 * is not stored yet has no number, and a deleted one no words.
 */
export function replyTo(item: MessageItem, own: boolean): boolean {
  if (item.kind === 'pending' || item.message.deleted_at) return false;
  const { sender_id, receiver_id, seq } = item.message;
  setReply(own ? receiver_id : sender_id, seq);
  // Once the menu has given the focus back.
  setTimeout(focusComposer);
  return true;
}

interface Key {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** A letter that is pressed alone. */
export const isPlainKey = ({ key, ctrlKey, metaKey, altKey }: Key): boolean =>
  /^\p{L}$/u.test(key) && !ctrlKey && !metaKey && !altKey;

/** `R` on a message. */
export const isReplyKey = ({ key }: Pick<Key, 'key'>): boolean => key.toLowerCase() === 'r';
