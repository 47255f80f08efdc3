import { fieldsOf } from '@sangam/shared/core/keys-of';
import { currentSessionId } from '../../../core/session/session';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { storedEdit, writeEdit } from './drafts';
import { type MessageDialog, openDialog } from './message-dialog';
import { conversationOf, placeIn } from './outbox-order';

/** Stores the text of an edit that is not saved yet, or forgets it with null. One per conversation. */
export function storeEdit({ target, content }: MessageDialog, text: string | null): void {
  const { seq, message } = target;
  const isBegun = text !== null && text !== content;
  writeEdit(
    conversationOf(target),
    isBegun ? JSON.stringify({ session: currentSessionId(), seq, message, content, text }) : null,
  );
}

interface StoredEdit {
  dialog: MessageDialog;
  text: string;
}

function readEdit(conversation: ConversationKey): StoredEdit | null {
  const { seq = null, message = null, content, text } = fieldsOf(storedEdit(conversation));
  if (typeof content !== 'string' || typeof text !== 'string') return null;
  if ((seq !== null && typeof seq !== 'number') || (message !== null && typeof message !== 'string')) return null;
  return { dialog: { kind: 'edit', content, target: { ...placeIn(conversation), seq, message } }, text };
}

/** Returns the stored text of an edit of this message; null if none was begun. */
export function editedText({ target }: MessageDialog): string | null {
  const stored = readEdit(conversationOf(target));
  const { seq, message } = stored?.dialog.target ?? {};
  return stored && seq === target.seq && message === target.message ? stored.text : null;
}

/** Resumes the edit that was begun in this conversation. */
export function resumeEdit(conversation: ConversationKey): void {
  const stored = readEdit(conversation);
  if (stored) openDialog(stored.dialog);
}
