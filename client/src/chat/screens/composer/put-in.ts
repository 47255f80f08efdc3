/**
 * Replaces a part of the field's text like typing, so that undo reverts it. Returns true when the field fires its own
 * input event.
 */
export function putIn(field: HTMLTextAreaElement, start: number, end: number, text: string): boolean {
  field.focus();
  field.setSelectionRange(start, end);
  if (document.execCommand('insertText', false, text)) return true;
  field.setRangeText(text, start, end, 'end');
  return false;
}
