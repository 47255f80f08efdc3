/** The maximum number of cards in a message. */
const CARDS_MAX = 3;
/**
 * Matches an address with or without our own origin, not inside another address. A message's address has a query and
 * doesn't match.
 */
let address: RegExp | undefined;

/** A project's page, or the conversation with a member. */
export type LinkedPage = `projects/${number}` | `messages/${number}`;
const none: readonly LinkedPage[] = [];

/** Returns the pages with a card below a message: the project that it asks about, and the first ones that its text links to. */
export const cardsBelow = (text: string, projectId: number | undefined): readonly LinkedPage[] =>
  projectId === undefined ? linkedPages(text) : [...new Set([`projects/${projectId}` as const, ...linkedPages(text)])];

/** Returns the first projects and members linked in a text. */
export function linkedPages(text: string): readonly LinkedPage[] {
  // Hardly any text has one, so check cheaply first.
  if (!text.includes('/projects/') && !text.includes('/messages/')) return none;
  const origin = location.origin.replace(/[.[\]]/gu, '\\$&');
  address ??= new RegExp(
    `(?<![\\w/.:@=-])(?:${origin})?/((?:projects|messages)/[1-9]\\d{0,14})(?![\\w/-]|\\?m=)`,
    'gu',
  );
  return [...new Set(Array.from(text.matchAll(address), ([, page]) => page as LinkedPage))].slice(0, CARDS_MAX);
}
