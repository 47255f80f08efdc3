import { LinkifyIt } from 'linkify-it';

export type TextPart = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string };

const finder = new LinkifyIt({ fuzzyEmail: false });
// Only links that a browser opens as a page: `javascript:`, `mailto:` and `ftp:` stay text.
finder.add('ftp:', null).add('mailto:', null).add('//', null);

/** A project or a conversation with a member, written without our origin. */
const page: Parameters<typeof finder.add>[1] = {
  validate: (text, at) => /^[1-9]\d{0,14}(?![\w/-]|\?m=)/u.exec(text.slice(at))?.[0].length ?? 0,
  normalize: (match) => {
    match.url = `${location.origin}${match.url}`;
  },
};
finder.add('/projects/', page).add('/messages/', page);

/** Splits a text into plain parts and links. Links lead only to http or https; the text itself never changes. */
export function linkify(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of finder.match(text) ?? []) {
    const href = pageHref(match.url);
    if (href === null) continue;
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) });
    parts.push({ kind: 'link', text: text.slice(match.index, match.lastIndex), href });
    end = match.lastIndex;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

/** Returns the full address if a browser opens it as a page, otherwise null. */
export function pageHref(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, username, password, href } = new URL(url);
  // A user name before the host disguises an address as another.
  const plain = (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
  return plain ? href : null;
}
