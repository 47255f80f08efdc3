/** One emoji, with skin tone, parts and flags. */
const emoji =
  '(?:\\p{RI}{2}|[\\d#*]\\ufe0f?\\u20e3|(?:(?!\\p{RI})\\p{EPres}|\\p{ExtPict}(?:\\ufe0f|(?=\\p{EMod})))\\p{EMod}?' +
  '(?:\\u200d\\p{ExtPict}\\ufe0f?\\p{EMod}?)*[\\u{e0020}-\\u{e007f}]*)';
const upToThreeEmoji = new RegExp(`^(?:${emoji}\\s*){1,3}$`, 'u');
const LONGEST_UNITS = 100;

/** Returns true for a text of up to three emoji and nothing else. */
export const isOnlyEmoji = (text: string): boolean => text.length <= LONGEST_UNITS && upToThreeEmoji.test(text.trim());
