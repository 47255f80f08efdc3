/** A part of a document: a heading, or text in the format of messages. */
export type DocumentPart = { kind: 'heading'; level: 1 | 2 | 3; text: string } | { kind: 'text'; text: string };

const heading = /^(#{1,3})[^\S\n]+(.*?)(?:[^\S\n]+#+)?[^\S\n]*$/u;

/**
 * Splits a document at its headings (`#` to `###`) and blank lines, outside of code. Everything else is read as a message is: no
 * HTML, and links to web pages only.
 */
export function documentParts(text: string): DocumentPart[] {
  const parts: DocumentPart[] = [];
  let lines: string[] = [];
  let isCode = false;
  const flush = () => {
    if (lines.length > 0) parts.push({ kind: 'text', text: lines.join('\n') });
    lines = [];
  };
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const [, signs = '', title = ''] = isCode ? [] : (heading.exec(line) ?? []);
    if (title !== '') {
      flush();
      parts.push({ kind: 'heading', level: signs.length === 1 ? 1 : signs.length === 2 ? 2 : 3, text: title });
    } else if (!isCode && line.trim() === '') flush();
    else lines.push(line);
  }
  flush();
  return parts;
}
