/** A message has so many cards at most. */
const CARDS_MAX = 3;
/** An address with our own origin or without one, which is no part of another address. */
let address: RegExp | undefined;
const none: readonly number[] = [];

/** The projects whose addresses stand in a text, by id: the first few. */
export function linkedProjects(text: string): readonly number[] {
  // Of very many texts, hardly any has one.
  if (!text.includes('/projects/')) return none;
  const origin = location.origin.replace(/[.[\]]/gu, '\\$&');
  address ??= new RegExp(`(?<![\\w/.:@=-])(?:${origin})?/projects/([1-9]\\d{0,14})(?![\\w/-])`, 'gu');
  return [...new Set(Array.from(text.matchAll(address), ([, id]) => Number(id)))].slice(0, CARDS_MAX);
}
