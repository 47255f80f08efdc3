import type { Message, ReadReceipt, Unread } from '@sangam/shared/chat/messages';
import { importOnce } from '../../lib/loading/load-part';
import { noteChangedMessage } from '../state/changed-messages';
import {
  applyConversationChange,
  applyConversationMessage,
  applyConversationReceipt,
  applyConversationUnread,
  keyOfUnread,
} from '../state/conversations';
import { isTeam, keyOfMessage, noteConversation, noteMessage, noteTeams } from '../state/known-conversations';
import { nameStored, removePending } from '../state/outbox/outbox';
import { noteEdited } from '../state/saved';
import { applyChange, applyMessage, applyReceipt, applyUnreadMark, keyOfReceipt } from '../state/thread/threads';
import { applyUnreadChange, applyUnreadCount } from '../state/unread-messages';

/** The data to fetch after a message was applied. */
export interface Missing {
  /** Earlier messages are missing in its thread. */
  thread: boolean;
  /** Its conversation isn't listed, or the list may show the changed message. */
  conversation: boolean;
}

const loadRows = importOnce(() => import('./team-rows'));

/** Changes the rows of teams, by code that loads with the first. Without it nothing changes, and a refresh tries again. */
export async function onTeamRows(change: (rows: typeof import('./team-rows')) => void): Promise<boolean> {
  const rows = await loadRows();
  if (rows) change(rows);
  return rows !== null;
}

/** Applies a stored message to its thread and conversation, and removes it from the outbox. */
export function takeMessage(message: Message, me: number): Missing {
  noteMessage(message, me);
  const thread = applyMessage(message, me);
  const key = keyOfMessage(message, me);
  const isListed = isTeam(key) || applyConversationMessage(message, me);
  if (isTeam(key)) void onTeamRows((rows) => rows.applyTeamMessage(key, message, me));
  if (message.client_id !== null && message.sender_id === me) {
    nameStored(message);
    removePending(message.client_id);
  }
  return { thread, conversation: !isListed };
}

/** Applies a changed message everywhere it is shown. */
export function takeChange(message: Message, me: number): Missing {
  noteMessage(message, me);
  const thread = applyChange(message, me);
  const key = keyOfMessage(message, me);
  noteChangedMessage(message, key);
  noteEdited(key, message.seq);
  if (isTeam(key)) {
    void onTeamRows((rows) => rows.applyTeamEdit(key, message, me));
    return { thread, conversation: false };
  }
  const listed = [applyConversationChange(message, me), applyUnreadChange(message)];
  return { thread, conversation: listed.includes(false) };
}

/** Applies absolute unread counts to the conversations and the bell. */
export function takeUnread(unread: Unread): void {
  const { id, conversation_id, unread_mark } = unread.conversation;
  noteConversation(conversation_id, id);
  if (id === undefined && conversation_id !== undefined) noteTeams([conversation_id]);
  const key = keyOfUnread(unread);
  if (isTeam(key)) void onTeamRows((rows) => rows.applyTeamUnread(key, unread));
  else {
    applyConversationUnread(unread);
    applyUnreadCount(unread);
  }
  if (unread_mark) applyUnreadMark(key, unread_mark);
}

/** Applies a read receipt to its thread and conversation. */
export function takeReceipt(receipt: ReadReceipt, me: number): void {
  applyReceipt(receipt, me);
  const key = keyOfReceipt(receipt, me);
  if (isTeam(key)) void onTeamRows((rows) => rows.applyTeamReceipt(key, receipt));
  else applyConversationReceipt(receipt, me);
}
