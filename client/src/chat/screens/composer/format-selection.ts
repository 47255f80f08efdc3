/** Shortcut letters and the signs they put around the selection. */
const signs: Record<string, string> = { b: '**', i: '_', e: '`' };

/** Formats the selection by the letter of a shortcut, or removes its format. Undo reverts it like typing. */
export function formatSelection(field: HTMLTextAreaElement, letter: string): void {
  const sign = signs[letter.toLowerCase()];
  if (sign === undefined) return;
  const { selectionStart, selectionEnd, value } = field;
  const words = value.slice(selectionStart, selectionEnd);
  const [from, to] = [selectionStart - sign.length, selectionEnd + sign.length];
  const isFormatted = from >= 0 && value.slice(from, to) === sign + words + sign;
  if (isFormatted) field.setSelectionRange(from, to);
  document.execCommand(
    isFormatted && words === '' ? 'delete' : 'insertText',
    false,
    isFormatted ? words : sign + words + sign,
  );
  const start = isFormatted ? from : selectionStart + sign.length;
  field.setSelectionRange(start, start + words.length);
}
