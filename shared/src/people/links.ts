/** True for an https URL with a domain name and without credentials; anything else isn't shown as a link. */
export function isHttpsLink(link: string): boolean {
  if (!URL.canParse(link)) return false;
  const { protocol, hostname, username, password } = new URL(link);
  return protocol === 'https:' && /^[^.]+(\.[^.]+)+$/u.test(hostname) && username === '' && password === '';
}

/** Links as stored: without empty and repeated ones. */
export const cleanLinks = (links: readonly string[]): string[] => [...new Set(links.filter((link) => link !== ''))];
