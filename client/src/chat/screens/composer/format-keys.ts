import type { KeyboardEvent } from 'react';

/** Ctrl or ⌘ with these puts signs around what is selected (R6.12). */
const signs: Record<string, string> = { b: '**', i: '_', e: '`' };

/** Formats the selection for the shortcuts; true when it was one of them. As if typed: undo takes it back. */
export function formatSelection(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
  const sign = signs[event.key.toLowerCase()];
  if (sign === undefined || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return false;
  event.preventDefault();
  const { currentTarget: field } = event;
  const { selectionStart, selectionEnd, value } = field;
  document.execCommand('insertText', false, `${sign}${value.slice(selectionStart, selectionEnd)}${sign}`);
  field.setSelectionRange(selectionStart + sign.length, selectionEnd + sign.length);
  return true;
}
