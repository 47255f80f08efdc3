/** Puts a text in place of a part of a field, as if typed: undo takes it back. True when the field tells of it by an event of its own. */
export function putIn(field: HTMLTextAreaElement, start: number, end: number, text: string): boolean {
  field.focus();
  field.setSelectionRange(start, end);
  if (document.execCommand('insertText', false, text)) return true;
  field.setRangeText(text, start, end, 'end');
  return false;
}
