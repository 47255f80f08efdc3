import { chatLimits } from './limits.js';
import { standardEmoji } from './standard-emoji.js';

// All emoji that are recommended for interchange, those of several code points included: one of them, and nothing else.
// The target does not know the flag yet; every supported version of Node.js does.
const flag = 'v';
const emoji = new RegExp('^\\p{RGI_Emoji}$', flag);

/** The emoji that a text is, as the standard writes it; null for any other text. */
export function emojiOf(text: string): string | null {
  if (text.length > chatLimits.emojiMaxUnits) return null;
  const written = standardEmoji(text);
  return emoji.test(written) ? written : null;
}
