import { chatLimits } from './limits.js';

/** A `Mention`, without its schema. */
interface Mentioned {
  user_id?: number;
  name: string;
}

/** The word that mentions the whole team. */
export const TEAM_MENTION = 'team';

/** Where a name may end: the next character is no letter, digit or mark. */
const isEnd = (text: string, at: number): boolean => !/^[\p{L}\p{N}\p{M}_]/u.test(text.slice(at));
/** Where an `@` may stand: it follows no letter or digit, as in an email address. */
const isStart = (text: string, at: number): boolean => at === 0 || !/[\p{L}\p{N}\p{M}_]$/u.test(text.slice(0, at));

/** Returns whether a text has `@name` as words of their own. */
export function mentions(text: string, name: string): boolean {
  const words = `@${name}`;
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1))
    if (isStart(text, at) && isEnd(text, at + words.length)) return true;
  return false;
}

/**
 * Returns the mentions that a text has of these members and of the whole team, at most as many as a message may have. Of two names, one
 * of which begins like the other, the longer one is meant where it stands.
 */
export function mentionsIn(text: string, members: readonly { id: number; name: string }[]): Mentioned[] {
  if (!text.includes('@')) return [];
  const byLength = members.toSorted((a, b) => b.name.length - a.name.length || a.id - b.id);
  let rest = text;
  const found: Mentioned[] = [];
  for (const { id, name } of byLength) {
    if (name === '' || !mentions(rest, name)) continue;
    found.push({ user_id: id, name });
    rest = rest.split(`@${name}`).join(' ');
  }
  if (mentions(rest, TEAM_MENTION)) found.push({ name: TEAM_MENTION });
  return found.slice(0, chatLimits.mentionsMax);
}
