import { withoutInvisible } from './invisible.js';

// Matches text that looks blank: white space, zero-width characters, the blank Braille pattern.
const blank = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being removed
const controls = /[\u0000-\u001f\u007f-\u009f]/gu;

/** True when no character is visible. */
export const isBlank = (text: string): boolean => blank.test(text);

/** One line as stored: without characters that cannot be seen, NFC, trimmed. */
export function cleanLine(text: string): string {
  const visible = withoutInvisible(text.replace(controls, ' ').normalize('NFC')).normalize('NFC').trim();
  // NFC may have changed the neighbours of a character that was kept, so the line is cleaned again.
  return visible === text ? text : cleanLine(visible);
}

/** A person's name as stored: a line whose words are separated by one space. */
export const cleanName = (text: string): string => cleanLine(text).replace(/\s+/gu, ' ');

/** Several lines as stored: NFC, trimmed, line ends as \n. */
export const cleanText = (text: string): string => text.replace(/\r\n?/gu, '\n').normalize('NFC').trim();

/** Adds https:// to a link without a scheme (R3.2). */
export const withScheme = (link: string): string => (/^https?:\/\//iu.test(link) ? link : `https://${link}`);

/** A link as stored: trimmed, with a scheme; '' stays ''. */
const cleanLink = (text: string): string => {
  const link = cleanLine(text);
  return link === '' ? '' : withScheme(link);
};

/**
 * The ways to clean a text field. It is cleaned first and checked against its limit then, on both sides: cleaning may lengthen a
 * text (NFC writes the Devanagari letter क़ as two code points), and stored text must pass when it is sent again. Each is
 * idempotent.
 */
export const clean = { line: cleanLine, name: cleanName, text: cleanText, link: cleanLink } as const;

/** A text's length in code points, the unit of every limit. */
export const charCount = (text: string): number => [...text].length;

/** Returns the beginning of a text, up to a limit. */
export const firstChars = (text: string, maxChars: number): string =>
  [...cleanLine(text)].slice(0, maxChars).join('').trim();

/** Returns the error for a field that is longer than its limit. */
export const tooLong = (field: string, maxChars: number): string =>
  `${field} must be at most ${maxChars.toLocaleString('en-IN')} characters long`;

/** Whether a cleaned text is longer than its limit. */
export const isLonger = (text: string, maxChars: number): boolean =>
  text.length > maxChars && charCount(text) > maxChars;

/** An address in a text without the end of the sentence around it: punctuation, and brackets that it doesn't open. */
export function withoutSentenceEnd(address: string): string {
  const unopened: Record<string, number> = {};
  for (let end = address.length; ; end -= 1) {
    const last = address[end - 1] ?? '';
    const open = last && '([{'[')]}'.indexOf(last)];
    const unopenedCount = open ? (unopened[last] ?? address.split(last).length - address.split(open).length) : 0;
    if (open ? unopenedCount <= 0 : !/[.,;:!?'’*_~|\\^`-]/u.test(last)) return address.slice(0, end);
    unopened[last] = unopenedCount - 1;
  }
}
