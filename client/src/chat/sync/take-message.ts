import type { LiveMessage, ReadReceipt, Unread } from '@sangam/shared/chat/messages';
import { noteChangedMessage } from '../state/changed-messages';
import { keyOfMessage, keyOfUnread, noteConversation, noteMessage, noteTeams } from '../state/known-conversations';
import { nameStored, removePending } from '../state/outbox/outbox';
import { noteEdited } from '../state/saved/saved';
import { applyChange, applyMessage, applyReceipt, applyUnreadMark, keyOfReceipt } from '../state/thread/threads';
import { kindOf } from './kinds';

/** The data to fetch after a message was applied. */
export interface Missing {
  /** Earlier messages are missing in its thread. */
  thread: boolean;
  /** The list must be fetched: the conversation isn't listed, or the list may show the changed message. */
  conversation: boolean;
}

/** Applies a stored message to its thread and conversation, and removes it from the outbox. */
export function takeMessage(message: LiveMessage, me: number): Missing {
  noteMessage(message, me);
  const thread = applyMessage(message, me);
  const key = keyOfMessage(message, me);
  const isListed = kindOf(key).putMessage(key, message, me);
  if (message.client_id !== null && message.sender_id === me) {
    nameStored(message);
    removePending(message.client_id);
  }
  return { thread, conversation: !isListed };
}

/** Applies a changed message everywhere it is shown. */
export function takeChange(message: LiveMessage, me: number): Missing {
  noteMessage(message, me);
  const thread = applyChange(message, me);
  const key = keyOfMessage(message, me);
  noteChangedMessage(message, key);
  noteEdited(key, message.seq);
  return { thread, conversation: !kindOf(key).putChange(key, message, me) };
}

/** Applies absolute unread counts to the conversations and the bell. */
export function takeUnread(unread: Unread): void {
  const { id, conversation_id, unread_mark } = unread.conversation;
  noteConversation(conversation_id, id);
  if (id === undefined && conversation_id !== undefined) noteTeams([conversation_id]);
  const key = keyOfUnread(unread);
  kindOf(key).putUnread(key, unread);
  if (unread_mark) applyUnreadMark(key, unread_mark);
}

/** Applies a read receipt to its thread and conversation. */
export function takeReceipt(receipt: ReadReceipt, me: number): void {
  applyReceipt(receipt, me);
  const key = keyOfReceipt(receipt, me);
  kindOf(key).putReceipt(key, receipt, me);
}
