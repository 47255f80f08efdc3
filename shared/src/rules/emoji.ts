import { limits } from './limits.js';

// All emoji that are recommended for interchange, those of several code points included: one of them, and nothing else.
// The target does not know the flag yet; every supported version of Node.js does.
const flag = 'v';
const emoji = new RegExp('^\\p{RGI_Emoji}$', flag);

/** Whether a text is one emoji. */
export const isEmoji = (text: string): boolean => text.length <= limits.emojiMaxUnits && emoji.test(text);
