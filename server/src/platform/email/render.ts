import { isolate } from '@sangam/shared/core/isolate';
import { htmlOf } from './html.js';
import type { Letter, Letterhead, LetterLink } from './letter.js';
import { type PreparedLetter, prepare } from './prepare.js';

/** Writes both parts of an email. */
export function renderLetter(letter: Letter, head: Letterhead): { subject: string; text: string; html: string } {
  const prepared = prepare(letter, head);
  return { subject: prepared.subject, text: textOf(letter, prepared), html: htmlOf(letter, prepared) };
}

function textOf(letter: Letter, prepared: PreparedLetter): string {
  const { heading, paragraphs, more, button, closing, links = [] } = letter;
  const { greeting, rows, footer, why, choices } = prepared;
  const hello = greeting.name === null ? greeting.hello : `${greeting.hello} ${isolate(greeting.name)},`;
  const linkText = ({ label, href }: LetterLink) => `${label}: ${href}`;
  const items = rows.map((row) =>
    [
      row.actor === null ? row.act : `${isolate(row.actor)} ${row.act}`,
      ...(row.quote === null ? [] : [`  “${isolate(row.quote)}”`]),
      ...(row.note === null ? [] : [`  ${row.note}`]),
      linkText(row),
    ].join('\n'),
  );
  return [
    hello,
    ...(heading === undefined ? [] : [`${heading}:`]),
    ...paragraphs,
    ...items,
    ...(more === undefined ? [] : [`${more}.`]),
    ...(items.length === 1 ? [] : [linkText(button)]),
    ...(closing === undefined ? [] : [[closing.text, ...(closing.link ? [linkText(closing.link)] : [])].join(' ')]),
    '— Sangam',
    footer.join('\n'),
    why,
    ...[...(choices === null ? [] : [choices]), ...links].map(linkText),
  ].join('\n\n');
}
