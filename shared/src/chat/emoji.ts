import { chatLimits } from './limits.js';
import { standardEmoji } from './standard-emoji.js';

// Exactly one emoji recommended for interchange, including those with several code points.
// The compile target does not know the flag yet; every supported version of Node.js does.
const flag = 'v';
const emoji = new RegExp('^\\p{RGI_Emoji}$', flag);

/** The text in the standard's form if it is one emoji; null otherwise. */
export function emojiOf(text: string): string | null {
  if (text.length > chatLimits.emojiMaxUnits) return null;
  const standard = standardEmoji(text);
  // Some keyboards write ❤ and ✈ without the selector that makes them pictures.
  return [standard, `${standard}\ufe0f`].find((candidate) => emoji.test(candidate)) ?? null;
}
