import type { ConversationKey } from '../../../lib/links/chat-link';
import { addToDraft } from '../../state/outbox/drafts';
import { putIn } from './put-in';

/** Adds a line to what is written in the open conversation and not sent. Once a message is no longer being edited, the line is in the composer. */
export function writeInComposer(conversation: ConversationKey, text: string): void {
  const field = document.querySelector<HTMLTextAreaElement>('[data-composer] textarea');
  if (field === null) {
    addToDraft(conversation, text);
    return;
  }
  if (field.value.endsWith(text)) return;
  const { length } = field.value;
  const line = field.value.trim() === '' ? text : `\n${text}`;
  if (!putIn(field, length, length, line)) field.dispatchEvent(new Event('input', { bubbles: true }));
}
