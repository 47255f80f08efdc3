import { isRightToLeft } from '@sangam/shared/core/isolate';
import { charCount, cleanName } from '@sangam/shared/core/text';

/** Cuts a text to `maxChars` characters. */
export const truncate = (text: string, maxChars: number): string =>
  charCount(text) > maxChars
    ? `${[...text]
        .slice(0, maxChars - 1)
        .join('')
        .trimEnd()}…`
    : text;

/**
 * Keeps mail programs from linking addresses in a text: a made-up name must not turn an email into an advertisement. Nor must they decode
 * a part of a subject (`=?utf-8?…?=`, RFC 2047), which could then read as any name.
 */
const withoutLinks = (text: string): string => text.replace(/[.:@](?=\S)|=(?=\?)/gu, '$&\u2060');

/**
 * A value that members or their browsers chose, fit for an email: one line, no longer than `maxChars`, with nothing that a mail
 * program would link or decode and no control character that changes the direction of the text around it.
 */
export const emailValue = (text: string, maxChars: number): string => withoutLinks(truncate(cleanName(text), maxChars));

/** Keeps a subject running from left to right, even if it begins with a right-to-left name: a list of emails would turn the whole line. */
export const keepLeftToRight = (subject: string): string => (isRightToLeft(subject) ? `\u200e${subject}` : subject);

const NAME_MAX_CHARS = 60;

const word = "(?:\\p{L}\\p{M}*\\.)*[\\p{L}\\p{M}'’-]*\\.?";
const plainName = new RegExp(`^${word}(?: ${word}){0,3}$`, 'u');
const PLAIN_NAME_MAX_CHARS = 40;

/**
 * The member's name for the greeting, or null to greet without one. Anybody can sign up with a stranger's address, so an email to an
 * address that nobody has confirmed repeats only a name that reads like one.
 */
export function nameForGreeting(name: string, isConfirmed: boolean): string | null {
  const cleanedName = cleanName(name);
  if (cleanedName === '') return null;
  if (!isConfirmed && (!plainName.test(cleanedName) || charCount(cleanedName) > PLAIN_NAME_MAX_CHARS)) return null;
  return emailValue(cleanedName, NAME_MAX_CHARS);
}
