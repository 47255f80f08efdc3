import { standardEmoji } from '@sangam/shared/chat/standard-emoji';
import { currentUserId } from '../../core/session/session';
import { readStored, readStoredJson, writeStored } from '../../lib/storage';
import { emojiToneKeyOf, emojiUsedKeyOf } from './browser-data';

/** The skin tones from light to dark, named as in the emoji data. */
export const TONES = ['light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const;
export type Tone = 'none' | (typeof TONES)[number];
const LIGHT = 0x1f3fb;

/** Returns the member's skin tone for emoji. */
export function storedTone(): Tone {
  const stored = readStored(emojiToneKeyOf(currentUserId() ?? 0));
  return TONES.find((tone) => tone === stored) ?? 'none';
}

export function storeTone(tone: Tone): void {
  const member = currentUserId();
  if (member !== null) writeStored(emojiToneKeyOf(member), tone === 'none' ? null : tone);
}

/** Returns an emoji in each tone. `tones` is the emoji's entry in the data (emoji-data.d.ts). */
export function tonesOf(emoji: string, tones: 1 | string): string[] {
  if (tones !== 1) return tones.split(' ');
  const [first = '', ...rest] = Array.from(emoji);
  const after = rest.join('').replace(/^\ufe0f/u, '');
  return TONES.map((_, index) => `${first}${String.fromCodePoint(LIGHT + index)}${after}`);
}

/** Returns an emoji in a tone, or unchanged if it has none. */
export function withTone(emoji: string, tones: 1 | string | undefined, tone: Tone): string {
  if (tones === undefined || tone === 'none') return emoji;
  return tonesOf(emoji, tones)[TONES.indexOf(tone)] ?? emoji;
}

const MOST_USED_MAX = 6;
/** The number of emoji offered for a reaction with one press. */
export const QUICK_REACTIONS = 3;
/** The emoji offered until the member has used others more. Only the first has skin tones. */
const [thumb, ...usualEmoji] = ['👍', '❤️', '😂', '🎉', '😮', '😢'] as const;
/** The number of emoji counted; rarely used ones drop out. */
const COUNTED_MAX = 50;

function storedCounts(): [emoji: string, count: number][] {
  const stored = readStoredJson(emojiUsedKeyOf(currentUserId() ?? 0));
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((row) =>
    Array.isArray(row) && typeof row[0] === 'string' && typeof row[1] === 'number'
      ? [[standardEmoji(row[0]), row[1]]]
      : [],
  );
}

/** Returns the member's six most-used emoji. */
export function mostUsedEmoji(): string[] {
  const used = storedCounts().toSorted(([, a], [, b]) => b - a);
  const others = [withTone(thumb, 1, storedTone()), ...usualEmoji];
  return [...new Set([...used.map(([emoji]) => emoji), ...others])].slice(0, MOST_USED_MAX);
}

/** Returns an emoji without its skin tone. */
export const withoutTone = (emoji: string): string => emoji.replace(/[\u{1f3fb}-\u{1f3ff}\ufe0f]/gu, '');

/** Returns how often the member has used each emoji, by the emoji without its skin tone. */
export function emojiUses(): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const [emoji, count] of storedCounts()) {
    const plain = withoutTone(emoji);
    uses.set(plain, (uses.get(plain) ?? 0) + count);
  }
  return uses;
}

/** Counts a use of this emoji. */
export function noteEmojiUsed(emoji: string): void {
  const member = currentUserId();
  if (member === null) return;
  const others = storedCounts().filter(([known]) => known !== emoji);
  const count = storedCounts().find(([known]) => known === emoji)?.[1] ?? 0;
  const next = [[emoji, count + 1] as const, ...others].slice(0, COUNTED_MAX);
  writeStored(emojiUsedKeyOf(member), JSON.stringify(next));
}
