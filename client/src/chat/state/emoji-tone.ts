import { currentUserId } from '../../core/session/session';
import { readStored, writeStored } from '../../lib/storage';
import { emojiToneKeyOf } from './in-browser';

/** From light to dark, as the data names them. */
export const TONES = ['light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const;
export type Tone = 'none' | (typeof TONES)[number];
const LIGHT = 0x1f3fb;

/** The skin tone that the member chose for emoji. */
export function storedTone(): Tone {
  const stored = readStored(emojiToneKeyOf(currentUserId() ?? 0));
  return TONES.find((tone) => tone === stored) ?? 'none';
}

export function storeTone(tone: Tone): void {
  const member = currentUserId();
  if (member !== null) writeStored(emojiToneKeyOf(member), tone === 'none' ? null : tone);
}

/** An emoji in each tone: `tones` is what the data says of it (emoji-data.d.ts). */
export function tonesOf(emoji: string, tones: 1 | string): string[] {
  if (tones !== 1) return tones.split(' ');
  const [first = '', ...rest] = Array.from(emoji);
  const after = rest.join('').replace(/^\ufe0f/u, '');
  return TONES.map((_, index) => `${first}${String.fromCodePoint(LIGHT + index)}${after}`);
}

/** An emoji in a tone; as it is where it has none. */
export function withTone(emoji: string, tones: 1 | string | undefined, tone: Tone): string {
  if (tones === undefined || tone === 'none') return emoji;
  return tonesOf(emoji, tones)[TONES.indexOf(tone)] ?? emoji;
}
