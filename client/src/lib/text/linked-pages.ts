/** A message has so many cards at most. */
const CARDS_MAX = 3;
/** An address with our own origin or without one, which is no part of another address. That of a message has a query. */
let address: RegExp | undefined;

/** A project's page, or the conversation with a member. */
export type LinkedPage = `projects/${number}` | `messages/${number}`;
const none: readonly LinkedPage[] = [];

/** The projects and members whose addresses stand in a text: the first few. */
export function linkedPages(text: string): readonly LinkedPage[] {
  // Of very many texts, hardly any has one.
  if (!text.includes('/projects/') && !text.includes('/messages/')) return none;
  const origin = location.origin.replace(/[.[\]]/gu, '\\$&');
  address ??= new RegExp(
    `(?<![\\w/.:@=-])(?:${origin})?/((?:projects|messages)/[1-9]\\d{0,14})(?![\\w/-]|\\?m=)`,
    'gu',
  );
  return [...new Set(Array.from(text.matchAll(address), ([, page]) => page as LinkedPage))].slice(0, CARDS_MAX);
}
