import type { Message, Unread } from '@sangam/shared/chat/messages';
import { noteChangedMessage } from '../state/changed-messages';
import {
  applyConversationChange,
  applyConversationMessage,
  applyConversationUnread,
  keyOfUnread,
} from '../state/conversations';
import { keyOfMessage, noteConversation, noteMessage } from '../state/known-conversations';
import { nameStored, removePending } from '../state/outbox/outbox';
import { noteEdited } from '../state/saved';
import { applyChange, applyMessage, applyUnreadMark } from '../state/thread/threads';
import { applyUnreadChange, applyUnreadCount } from '../state/unread-messages';

/** The data to fetch after a message was applied. */
export interface Missing {
  /** Earlier messages are missing in its thread. */
  thread: boolean;
  /** Its conversation isn't listed, or the list may show the changed message. */
  conversation: boolean;
}

/** Applies a stored message to its thread and conversation, and removes it from the outbox. */
export function takeMessage(message: Message, me: number): Missing {
  noteMessage(message, me);
  const thread = applyMessage(message, me);
  const conversation = !applyConversationMessage(message, me);
  if (message.client_id !== null && message.sender_id === me) {
    nameStored(message);
    removePending(message.client_id);
  }
  return { thread, conversation };
}

/** Applies a changed message everywhere it is shown. */
export function takeChange(message: Message, me: number): Missing {
  noteMessage(message, me);
  const thread = applyChange(message, me);
  const conversation = keyOfMessage(message, me);
  noteChangedMessage(message, conversation);
  noteEdited(conversation, message.seq);
  const listed = [applyConversationChange(message, me), applyUnreadChange(message)];
  return { thread, conversation: listed.includes(false) };
}

/** Applies absolute unread counts to the conversations and the bell. */
export function takeUnread(unread: Unread): void {
  const { id, conversation_id, unread_mark } = unread.conversation;
  if (id !== undefined) noteConversation(conversation_id, id);
  applyConversationUnread(unread);
  applyUnreadCount(unread);
  if (unread_mark) applyUnreadMark(keyOfUnread(unread), unread_mark);
}
