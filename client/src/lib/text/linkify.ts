import { withoutSentenceEnd } from '@sangam/shared/core/text';

type TextPart = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string };

/** Ends an address: spaces, quotes, brackets, and punctuation of scripts without spaces. */
const stopChars = String.raw`\s<>"“”„«»\u3000-\u303f\uff01\uff08\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\uff5e`;
const port = String.raw`(?::\d{1,5})?`;
const pathPart = `(?:[/?#][^${stopChars}]*)?`;
/** The last part of a host is written in one script: `example.org谢谢` ends after `org`. */
const host = String.raw`(?:[\p{L}\p{N}_-]+\.)*(?:[a-z\d-]+|(?:(?![a-z])[\p{L}\p{M}])+)`;
/** Endings of an address without `https://`: countries, and the common others. */
const topLevelDomain = [
  'biz|com|edu|gov|net|org|pro|web|xxx|aero|asia|coop|info|museum|name|shop|рф',
  'a[c-gil-oq-uwxz]|b[abd-jmnorstvwyz]|c[acdf-iklmnoru-z]|d[ejkmoz]|e[cegrstu]|f[ijkmor]|g[abd-ilmnp-uwy]|h[kmnrtu]',
  'i[delmnoqrst]|j[emop]|k[eghimnprwyz]|l[abcikrstuvy]|m[acdeghk-z]|n[acefgilopruz]|om|p[aefghklmnrstwy]|qa|r[eosuw]',
  's[abcdeghijklmnortuvxyz]|t[cdfghjklmnortvwz]|u[agksyz]|v[aceginu]|w[fs]|y[et]|z[amw]',
].join('|');
const bareHost = String.raw`(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:${topLevelDomain})(?![\p{L}\p{N}@_-])`;

const address = new RegExp(
  [
    // Only links that a browser opens as a page. A username before the host disguises an address as another.
    String.raw`(?<![a-z\d_])https?:\/\/(?![^\s/?#]*@)${host}${port}${pathPart}`,
    // A project or a conversation with a member, written without our origin.
    String.raw`(?<![\w/.:@=-])\/(?:projects|messages)\/[1-9]\d{0,14}(?![\w/-]|\?m=)`,
    String.raw`(?<![\p{L}\p{N}@/.:_=-])${bareHost}${port}${pathPart}`,
  ].join('|'),
  'giu',
);

/** Only this many links of a message are drawn; later ones stay text. Each costs time to draw, and a message could have hundreds. */
export const LINKS_MAX = 200;

/**
 * Splits a text into plain parts and links, at most `LINKS_MAX` of them. Links lead only to http or https; the text itself never changes.
 */
export function linkify(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let [end, linksLeft] = [0, LINKS_MAX];
  for (const { 0: whole, index } of text.matchAll(address)) {
    const found = withoutSentenceEnd(whole);
    const origin = found.startsWith('/') ? location.origin : /^https?:/iu.test(found) ? '' : 'http://';
    const href = pageHref(origin + found);
    if (href === null) continue;
    if (linksLeft === 0) break;
    linksLeft -= 1;
    if (index > end) parts.push({ kind: 'text', text: text.slice(end, index) });
    parts.push({ kind: 'link', text: found, href });
    end = index + found.length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

/** Returns the full address if a browser opens it as a page, otherwise null. */
function pageHref(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, username, password, href } = new URL(url);
  const isPage = (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
  return isPage ? href : null;
}
