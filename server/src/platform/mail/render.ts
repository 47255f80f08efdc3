import { htmlOf } from './html.js';
import type { Letter, Letterhead, MailLink } from './letter.js';
import { type Prepared, prepare } from './prepare.js';
import { isolated } from './values.js';

/** Writes both parts of a mail. */
export function renderLetter(letter: Letter, head: Letterhead): { subject: string; text: string; html: string } {
  const prepared = prepare(letter, head);
  return { subject: prepared.subject, text: textOf(letter, prepared), html: htmlOf(letter, prepared) };
}

function textOf({ paragraphs, more, button, closing, links = [] }: Letter, prepared: Prepared): string {
  const { greeting, rows, footer, why, choices } = prepared;
  const hello = greeting.name === null ? greeting.hello : `${greeting.hello} ${isolated(greeting.name)},`;
  const items = rows.map(({ actor, act, quote, note, href }) =>
    [
      actor === null ? act : `${isolated(actor)} ${act}`,
      ...(quote === null ? [] : [`  “${isolated(quote)}”`]),
      ...(note === null ? [] : [`  ${note}`]),
      href,
    ].join('\n'),
  );
  const linked = ({ label, href }: MailLink) => `${label}: ${href}`;
  return [
    hello,
    ...paragraphs,
    ...(items.length === 0 ? [linked(button)] : items),
    ...(more === undefined ? [] : [`${more.label}.\n${more.href}`]),
    ...(closing === undefined ? [] : [[closing.text, ...(closing.link ? [linked(closing.link)] : [])].join(' ')]),
    '— Sangam',
    footer.join('\n'),
    why,
    ...[...(choices === null ? [] : [choices]), ...links].map(linked),
  ].join('\n\n');
}
