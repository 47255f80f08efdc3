import { unspaced } from '../core/format/unspaced.js';
import { chatLimits } from './limits.js';

/** A `Mention`, without its schema. */
interface Mentioned {
  user_id?: number;
  name: string;
}

/** The word that mentions the whole team. */
export const TEAM_MENTION = 'team';

/** A character of a word, as in an email address. Words of some scripts have no spaces between them. */
const wordCharacter = String.raw`(?!${unspaced.source})[\p{L}\p{N}\p{M}_]`;
const [startsWithWord, endsWithWord] = [new RegExp(`^${wordCharacter}`, 'u'), new RegExp(`${wordCharacter}$`, 'u')];
/** Where a name may end. */
const isEnd = (text: string, at: number): boolean => !startsWithWord.test(text.slice(at));
/** Where an `@` may stand. */
const isStart = (text: string, at: number): boolean => !endsWithWord.test(text.slice(0, at));

/** Returns the first place, from `from` on, where a text has `@name` as words of their own; -1 if there is none. */
function indexOfMention(text: string, name: string, from: number): number {
  const mentionText = `@${name}`;
  for (let at = text.indexOf(mentionText, from); at !== -1; at = text.indexOf(mentionText, at + 1))
    if (isStart(text, at) && isEnd(text, at + mentionText.length)) return at;
  return -1;
}

/** Returns whether a text has `@name` as words of their own. */
export const mentions = (text: string, name: string): boolean => indexOfMention(text, name, 0) !== -1;

type Part = { text: string } | { mention: Mentioned };

/** Splits a text into its mentions and the words between them. */
export function mentionPartsOf(text: string, mentioned: readonly Mentioned[]): Part[] {
  const parts: Part[] = [];
  const byLength = mentioned.toSorted((a, b) => b.name.length - a.name.length);
  for (let from = 0; from < text.length; ) {
    const next = byLength
      .map((mention) => ({ mention, at: indexOfMention(text, mention.name, from) }))
      .filter(({ at }) => at !== -1)
      .reduce<{ mention: Mentioned; at: number } | null>(
        (first, candidate) => (first && first.at <= candidate.at ? first : candidate),
        null,
      );
    const end = next?.at ?? text.length;
    if (end > from) parts.push({ text: text.slice(from, end) });
    if (next === null) break;
    parts.push({ mention: next.mention });
    from = end + next.mention.name.length + 1;
  }
  return parts;
}

/**
 * Returns the mentions that a text has of these members and of the whole team, at most as many as a message may have. Where one name begins
 * with another, the longer match counts. A name that several members share mentions each of them, since the text doesn't say which one.
 */
export function mentionsIn(text: string, members: readonly { id: number; name: string }[]): Mentioned[] {
  if (!text.includes('@')) return [];
  const byLength = members.toSorted((a, b) => b.name.length - a.name.length || a.id - b.id);
  let remainingText = text;
  const found: Mentioned[] = [];
  for (const name of new Set(byLength.map((member) => member.name))) {
    if (name === '' || !mentions(remainingText, name)) continue;
    for (const member of byLength) if (member.name === name) found.push({ user_id: member.id, name });
    remainingText = remainingText.split(`@${name}`).join(' ');
  }
  if (mentions(remainingText, TEAM_MENTION)) found.push({ name: TEAM_MENTION });
  return found.slice(0, chatLimits.mentionsMax);
}
