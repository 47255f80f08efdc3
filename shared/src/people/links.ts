import { clean, cleanLine, withScheme } from '../core/text.js';

/** Browsers read a backslash as a slash, but mail readers and other programs as part of a username: both see another site. */
const isUnambiguous = (link: string): boolean => URL.canParse(link) && !link.includes('\\');

/** True for an https URL with a domain name and without credentials; anything else isn't shown as a link. */
export function isHttpsLink(link: string): boolean {
  if (!isUnambiguous(link)) return false;
  const { protocol, hostname, username, password } = new URL(link);
  return protocol === 'https:' && /^[^.]+(\.[^.]+)+$/u.test(hostname) && username === '' && password === '';
}

/** Links as stored: without empty and repeated ones. */
export const cleanLinks = (links: readonly string[]): string[] => [...new Set(links.filter((link) => link !== ''))];

/** Returns a GitHub profile's address for a member's input: their username, `github.com/name` or an address. Anything else stays a link. */
export function githubLinkFrom(text: string): string {
  const name = cleanLine(text).replace(/^@/u, '');
  return /^[a-z\d](?:-?[a-z\d]){0,38}$/iu.test(name) ? `https://github.com/${name}` : clean.link(text);
}

/** True for an http(s) URL on github.com without credentials; anything else isn't shown as a link. */
export function isGithubLink(link: string): boolean {
  if (!isUnambiguous(withScheme(link))) return false;
  const url = new URL(withScheme(link));
  return (
    /^https?:$/u.test(url.protocol) &&
    /^(www\.)?github\.com$/u.test(url.hostname) &&
    url.username === '' &&
    url.password === '' &&
    url.port === ''
  );
}
