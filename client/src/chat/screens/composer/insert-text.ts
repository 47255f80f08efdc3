import type { ConversationKey } from '../../../lib/links/chat-link';
import { addToDraft } from '../../state/outbox/drafts';

/**
 * Replaces a part of the field's text like typing, so that undo reverts it. Returns true when the field fires its own
 * input event.
 */
export function insertText(field: HTMLTextAreaElement, start: number, end: number, text: string): boolean {
  field.focus();
  field.setSelectionRange(start, end);
  if (document.execCommand('insertText', false, text)) return true;
  field.setRangeText(text, start, end, 'end');
  return false;
}

/** Adds a line to the open composer or edited message, or to the conversation's draft while neither is open. */
export function insertLine(conversation: ConversationKey, text: string): void {
  const field = document.querySelector<HTMLTextAreaElement>('[data-composer] textarea');
  if (field === null) {
    addToDraft(conversation, text);
    return;
  }
  if (field.value.endsWith(text)) return;
  const { length } = field.value;
  const line = field.value.trim() === '' ? text : `\n${text}`;
  if (!insertText(field, length, length, line)) field.dispatchEvent(new Event('input', { bubbles: true }));
}
