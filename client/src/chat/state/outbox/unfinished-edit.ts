import { fieldsOf } from '@sangam/shared/core/keys-of';
import { currentSessionId } from '../../../core/session/session';
import { storesEpoch } from '../../../core/store/reset';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { isStillThere, knownFrom, type Written } from '../thread/same-message';
import { earlierReply, setReply, storedEdit, writeEdit } from './drafts';
import { type MessageDialog, openDialog, useMessageDialog } from './message-dialog';
import { conversationOf, placeIn } from './outbox-order';

/** Stores the text of an edit that is not saved yet, or forgets it with null. One per conversation. */
export function storeEdit({ target, content }: MessageDialog, text: string | null): void {
  const { seq, message } = target;
  const key = conversationOf(target);
  const isBegun = text !== null && text !== content;
  const known = seq === null ? undefined : knownFrom(key, seq);
  writeEdit(key, isBegun ? JSON.stringify({ session: currentSessionId(), seq, message, known, content, text }) : null);
}

interface StoredEdit {
  dialog: MessageDialog;
  text: string;
  /** By what the message's number is checked, which is of an earlier session; null if it needs no check. */
  toCheck: Written | null;
}

function readEdit(conversation: ConversationKey): StoredEdit | null {
  const { session, seq = null, message = null, content, text, known } = fieldsOf(storedEdit(conversation));
  if (typeof content !== 'string' || typeof text !== 'string') return null;
  if ((seq !== null && typeof seq !== 'number') || (message !== null && typeof message !== 'string')) return null;
  const dialog: MessageDialog = { kind: 'edit', content, target: { ...placeIn(conversation), seq, message } };
  if (seq === null || session === undefined || session === currentSessionId()) return { dialog, text, toCheck: null };
  const { seq: knownSeq, at } = fieldsOf(known);
  return typeof knownSeq === 'number' && typeof at === 'string'
    ? { dialog, text, toCheck: { seq: knownSeq, at } }
    : null;
}

/** Returns the stored text of an edit of this message; null if none was begun. */
export function editedText({ target }: MessageDialog): string | null {
  const stored = readEdit(conversationOf(target));
  const { seq, message } = stored?.dialog.target ?? {};
  return stored?.toCheck === null && seq === target.seq && message === target.message ? stored.text : null;
}

/** Goes on with the reply and the edit that were begun in this conversation; in a later session once their messages are found the same. */
export async function resumeUnfinished(conversation: ConversationKey): Promise<void> {
  const stored = readEdit(conversation);
  if (stored?.toCheck === null) openDialog(stored.dialog);
  await Promise.all([resumeReply(conversation), stored?.toCheck && resumeEdit(conversation, stored, stored.toCheck)]);
}

async function resumeReply(conversation: ConversationKey): Promise<void> {
  const reply = earlierReply(conversation);
  if (reply === null) return;
  const isSame = await check(conversation, reply.known);
  // Another message may be answered by now.
  if (isSame === null || earlierReply(conversation)?.seq !== reply.seq) return;
  setReply(conversation, isSame ? reply.seq : null);
}

async function resumeEdit(conversation: ConversationKey, stored: StoredEdit, toCheck: Written): Promise<void> {
  const isSame = await check(conversation, toCheck);
  // Another edit may have begun.
  if (isSame === null || JSON.stringify(readEdit(conversation)) !== JSON.stringify(stored)) return;
  storeEdit(stored.dialog, isSame ? stored.text : null);
  if (isSame && useMessageDialog.getState().editing === null) openDialog(stored.dialog);
}

/** Whether the message is the same; null if the server didn't answer: it stays stored for the next visit. */
async function check(conversation: ConversationKey, known: Written): Promise<boolean | null> {
  const epoch = storesEpoch();
  const answer = await isStillThere(conversation, known);
  return answer.ok && epoch === storesEpoch() ? answer.value : null;
}
