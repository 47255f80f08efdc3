import { isolate } from '@sangam/shared/core/isolate';
import { escapeHtml } from '../lib/escape-html.js';
import type { Letter, LetterLink } from './letter.js';
import { LOGO_ID } from './logo.js';
import type { PreparedLetter } from './prepare.js';

/**
 * The colours of `client/src/styles/tokens.css`. Mail programs know no custom properties: the light theme is written into each
 * element, and a media query overrides it by class where the reader prefers dark.
 */
const colours = {
  page: { property: 'background-color', light: '#f5f4f0', dark: '#0e1116' },
  card: { property: 'background-color', light: '#fffefb', dark: '#141920' },
  row: { property: 'background-color', light: '#faf8f4', dark: '#1b212a' },
  line: { property: 'border-color', light: '#dfdcd3', dark: '#262e39' },
  fg: { property: 'color', light: '#191c22', dark: '#e9ecf1' },
  muted: { property: 'color', light: '#535a66', dark: '#a8b1bf' },
  accent: { property: 'background-color', light: '#f0a52e', dark: '#f2a93b' },
  onAccent: { property: 'color', light: '#241700', dark: '#1f1402' },
} as const;
type Colour = keyof typeof colours;

const darkRules = Object.entries(colours)
  .map(([name, { property, dark }]) => `.${name}{${property}:${dark}!important}`)
  .join('');

const head = (title: string): string =>
  '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
  '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">' +
  '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">' +
  `<title>${escapeHtml(title)}</title><style>:root{color-scheme:light dark;supported-color-schemes:light dark}` +
  `a:hover{text-decoration:underline!important}@media (prefers-color-scheme:dark){${darkRules}}` +
  '@media (max-width:30rem){.card{padding:20px 16px 4px!important}}</style></head>';

/** The class and style of an element in these colours, with more declarations. */
const styled = (names: readonly Colour[], style: string): string =>
  `class="${names.join(' ')}" style="${names.map((name) => `${colours[name].property}:${colours[name].light};`).join('')}${style}"`;

const FONT = "font-family:Inter,system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;";
/** A word without a break must not make a narrow email scroll sideways. */
const WRAP = 'overflow-wrap:anywhere;word-break:break-word;';

const linkHtml = ({ label, href }: LetterLink): string =>
  `<a href="${escapeHtml(href)}" ${styled(['muted'], 'text-decoration:underline;')}>${escapeHtml(label)}</a>`;

const paragraph = (html: string, colour: Colour = 'fg', style = 'font-size:16px;line-height:24px;'): string =>
  `<p ${styled([colour], `margin:0 0 16px;${style}`)}>${html}</p>`;

const SMALL = 'font-size:13px;line-height:20px;';

/** Enough to fill an inbox's preview of an email. */
const PREVIEW_BLANKS = 80;

const table = (content: string, attributes = ''): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" ${attributes}>${content}</table>`;

type PreparedRow = PreparedLetter['rows'][number];

const wordsHtml = ({ actor, act }: PreparedRow, nameStyle = ''): string =>
  `${actor === null ? '' : `<bdi style="${nameStyle}">${escapeHtml(actor)}</bdi> `}${escapeHtml(act)}`;

const DETAIL_STYLE = 'font-size:15px;line-height:22px;';

const boxHtml = (html: string): string =>
  table(
    `<tr><td ${styled(['row', 'line'], `padding:12px 16px;border-width:1px;border-style:solid;border-radius:8px;${FONT}${WRAP}`)}>${html}</td></tr>`,
    'style="margin:0 0 8px;border-collapse:separate"',
  );

/** One of several rows: its text, and a link to its own page. */
function rowHtml(row: PreparedRow): string {
  const textLink = `<a href="${escapeHtml(row.href)}" ${styled(['fg'], 'display:block;font-size:16px;line-height:24px;text-decoration:none;')}>${wordsHtml(row, 'font-weight:600')}</a>`;
  const details = [row.quote, row.note]
    .filter((below) => below !== null)
    .map(
      (below) => `<div dir="auto" ${styled(['muted'], `padding-top:4px;${DETAIL_STYLE}`)}>${escapeHtml(below)}</div>`,
    );
  const link = `<a href="${escapeHtml(row.href)}" ${styled(['fg'], `display:block;padding:8px 0 4px;${DETAIL_STYLE}text-decoration:underline;`)}>${escapeHtml(row.label)}</a>`;
  return boxHtml([textLink, ...details, link].join(''));
}

/** The content of a letter with one row, whose text is the letter's heading. */
const onlyRowHtml = ({ quote, note }: PreparedRow): string =>
  (quote === null
    ? ''
    : boxHtml(`<div dir="auto" ${styled(['fg'], 'font-size:16px;line-height:24px;')}>${escapeHtml(quote)}</div>`)) +
  (note === null ? '' : paragraph(escapeHtml(note)));

function buttonHtml({ label, href }: LetterLink): string {
  const link = `<a href="${escapeHtml(href)}" ${styled(['onAccent'], 'display:inline-block;padding:12px 20px;font-size:16px;line-height:20px;font-weight:600;text-decoration:none;')}>${escapeHtml(label)}</a>`;
  return (
    '<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:16px 0;border-collapse:separate"><tr>' +
    `<td ${styled(['accent'], `border-radius:8px;${FONT}`)}>${link}</td></tr></table>`
  );
}

/** The text that an inbox shows after the subject. Mail programs take it from the beginning of the body. */
function previewHtml({ paragraphs, button }: Letter, { rows }: PreparedLetter): string {
  const [first, ...otherRows] = rows;
  const previewTexts = [
    first?.quote ?? first?.note ?? '',
    ...otherRows.map(({ actor, act }) => (actor === null ? act : `${isolate(actor)} ${act}`)),
  ];
  const preview = previewTexts.filter((text) => text !== '').join(' · ') || paragraphs.join(' ') || button.label;
  // The blanks keep the logo's name and the greeting out of the preview.
  return `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preview)}${'&#847;&zwnj;&nbsp;'.repeat(PREVIEW_BLANKS)}</div>`;
}

/** Writes the HTML part. Every value is escaped here; the logo travels with the email, so opening it requests nothing from any server. */
export function htmlOf(letter: Letter, prepared: PreparedLetter): string {
  const { paragraphs, more, button, closing, links = [] } = letter;
  const { subject, greeting, rows, footer, why, choices } = prepared;
  const { hello, name } = greeting;
  const [onlyRow] = rows.length === 1 ? rows : [];
  const title = onlyRow ? wordsHtml(onlyRow) : escapeHtml(letter.heading ?? subject);
  const closingHtml =
    closing === undefined
      ? ''
      : paragraph(
          escapeHtml(closing.text) + (closing.link ? ` ${linkHtml(closing.link)}` : ''),
          'muted',
          'font-size:14px;line-height:21px;',
        );
  const body = [
    `<h1 ${styled(['fg'], 'margin:0 0 16px;font-size:20px;line-height:28px;font-weight:650;')}>${title}</h1>`,
    paragraph(name === null ? escapeHtml(hello) : `${escapeHtml(hello)} <bdi>${escapeHtml(name)}</bdi>,`),
    ...paragraphs.map((text) => paragraph(escapeHtml(text))),
    ...(onlyRow ? [onlyRowHtml(onlyRow)] : rows.map(rowHtml)),
    more === undefined ? '' : paragraph(escapeHtml(more), 'muted'),
    buttonHtml(button),
    closingHtml,
    // For programs that show no buttons, and for readers who check an address before they open it.
    paragraph(`${escapeHtml(button.label)}: ${linkHtml({ label: button.href, href: button.href })}`, 'muted', SMALL),
  ].join('');
  const foot = [
    ...footer.map((line) => escapeHtml(line)),
    escapeHtml(why),
    ...[...(choices === null ? [] : [choices]), ...links].map((link) => linkHtml(link)),
  ]
    .map((html) => `<p ${styled(['muted'], `margin:0 0 8px;${SMALL}`)}>${html}</p>`)
    .join('');
  const logo =
    `<td style="padding:0 10px 0 0"><img src="cid:${LOGO_ID}" width="32" height="32" alt="" style="display:block;border:0;border-radius:8px"></td>` +
    `<td ${styled(['fg'], `${FONT}font-size:18px;font-weight:650;`)}>Sangam</td>`;
  const sheet = table(
    `<tr><td style="padding:0 4px 16px"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>${logo}</tr></table></td></tr>` +
      `<tr><td ${styled(['card', 'line'], `padding:28px 28px 12px;border-width:1px;border-style:solid;border-radius:12px;${FONT}${WRAP}`)}>${body}</td></tr>` +
      `<tr><td style="padding:20px 4px 0;${FONT}${WRAP}">${foot}</td></tr>`,
    'style="max-width:560px;margin:0 auto;border-collapse:separate;table-layout:fixed"',
  );
  return (
    `<!doctype html><html lang="en" dir="ltr">${head(subject)}<body ${styled(['page'], 'margin:0;padding:0;')}>${previewHtml(letter, prepared)}` +
    table(
      `<tr><td align="center" ${styled(['page'], 'padding:24px 12px;')}>${sheet}</td></tr>`,
      'style="table-layout:fixed"',
    ) +
    '</body></html>'
  );
}
