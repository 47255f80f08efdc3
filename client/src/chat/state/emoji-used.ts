import { standardEmoji } from '@sangam/shared/chat/standard-emoji';
import { currentUserId } from '../../core/session/session';
import { readStoredJson, writeStored } from '../../lib/storage';
import { storedTone, withTone } from './emoji-tone';
import { emojiUsedKeyOf } from './in-browser';

const AT_HAND = 6;
/** At hand until the member has used others more; the first has skin tones. */
const [thumb, ...usual] = ['👍', '❤️', '😂', '🎉', '😮', '😢'] as const;
/** So many are counted: what was used once long ago makes room. */
const COUNTED_MAX = 50;

function counts(): [emoji: string, count: number][] {
  const stored = readStoredJson(emojiUsedKeyOf(currentUserId() ?? 0));
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((row) =>
    Array.isArray(row) && typeof row[0] === 'string' && typeof row[1] === 'number'
      ? [[standardEmoji(row[0]), row[1]]]
      : [],
  );
}

/** The six emoji that the member uses most. */
export function emojiAtHand(): string[] {
  const used = counts().toSorted(([, a], [, b]) => b - a);
  const others = [withTone(thumb, 1, storedTone()), ...usual];
  return [...new Set([...used.map(([emoji]) => emoji), ...others])].slice(0, AT_HAND);
}

/** The member has put this one on a message. */
export function noteEmojiUsed(emoji: string): void {
  const member = currentUserId();
  if (member === null) return;
  const others = counts().filter(([known]) => known !== emoji);
  const count = counts().find(([known]) => known === emoji)?.[1] ?? 0;
  const next = [[emoji, count + 1] as const, ...others].slice(0, COUNTED_MAX);
  writeStored(emojiUsedKeyOf(member), JSON.stringify(next));
}
