/**
 * The thread that recognizes common passwords. A check uses up to half a second of CPU, in steps of tens of milliseconds that would block
 * the server's own thread.
 */
import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { isLonger } from '@sangam/shared/core/text';
import { peopleLimits } from '@sangam/shared/people/limits';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { dictionary } from '@zxcvbn-ts/language-common';

export interface ToChecker {
  id: number;
  password: string;
}
export type FromChecker = { id: number; isCommon: boolean } | { id: number; failure: string };

const common = dictionary['passwords-common'];
/** About 49,000 leaked passwords, in lower case. */
const commonPasswords: ReadonlySet<string> = new Set(common.map(String));
/** Knows only these passwords, and finds them reversed or with symbols and digits for letters as well. */
const zxcvbn = new ZxcvbnFactory({ dictionary: { 'passwords-common': common } });

/** The usual decorations of a word. */
const DIGITS_MAX = 4;
const SYMBOLS_MAX = 2;
/** No common password is longer; each takes time to check. */
const WORD_MAX_CHARS = 20;
/** A password of several common ones is refused below this number of guesses: zxcvbn's limit for a secret worth the name. */
const GUESSES_MIN = 1e8;

const isDigit = (text: string): boolean => /^\p{Nd}$/u.test(text);
const isDecoration = (text: string): boolean => /^[^\p{L}]$/u.test(text);

/** The password and its inner parts, without up to four digits and two symbols at its ends. */
function undecorated(password: string): string[] {
  const characters = [...password];
  const parts: string[] = [];
  const addParts = (from: number, digits: number, symbols: number): void => {
    for (let to = characters.length, remaining = { digits, symbols }; to > from; to -= 1) {
      parts.push(characters.slice(from, to).join(''));
      const last = characters[to - 1] ?? '';
      remaining = {
        digits: remaining.digits - Number(isDigit(last)),
        symbols: remaining.symbols - Number(!isDigit(last)),
      };
      if (!isDecoration(last) || remaining.digits < 0 || remaining.symbols < 0) return;
    }
  };
  let [digits, symbols] = [DIGITS_MAX, SYMBOLS_MAX];
  for (let from = 0; from < characters.length; from += 1) {
    addParts(from, digits, symbols);
    const first = characters[from] ?? '';
    if (isDigit(first)) digits -= 1;
    else symbols -= 1;
    if (!isDecoration(first) || digits < 0 || symbols < 0) break;
  }
  return parts;
}

/** Whether a text is a common password that is reversed, or has symbols and digits for letters. */
function isDisguised(text: string): boolean {
  if ([...text].length > WORD_MAX_CHARS || !/[\p{L}]/u.test(text)) return false;
  const [match, ...otherMatches] = zxcvbn.check(text).sequence;
  return match?.pattern === 'dictionary' && otherMatches.length === 0;
}

/**
 * The most characters that zxcvbn gets, since it takes 200 ms for the longest password. A longer text has at least three parts, and so
 * needs more guesses than the limit, unless it begins or ends with a repetition: zxcvbn multiplies the guesses by 10,000 for each part
 * after the first.
 */
const CHECKED_MAX_CHARS = 2 * WORD_MAX_CHARS;

/**
 * Reduces repetitions at the start and end of a long text to one; this doesn't raise the number of guesses. Double letters stay, since
 * words contain them.
 */
const withoutRepetitions = (text: string): string =>
  text.replace(/^(?:(.{4,}?)\1+|(.{1,3}?)\2{2,})/su, '$1$2').replace(/(?:(.{4,}?)\1+|(.{1,3}?)\2{2,})$/su, '$1$2');

/** Whether all letters belong to common passwords, and the whole is quickly guessed. */
function consistsOfCommon(password: string): boolean {
  const checked = isLonger(password, CHECKED_MAX_CHARS) ? withoutRepetitions(password) : password;
  if (isLonger(checked, CHECKED_MAX_CHARS)) return false;
  const { guesses, sequence } = zxcvbn.check(checked);
  const isAllCommon = sequence.every(
    ({ pattern, token }) => pattern === 'dictionary' || pattern === 'repeat' || !/\p{L}/u.test(token),
  );
  const hasWord = sequence.some(({ pattern, token }) => pattern === 'dictionary' && /\p{L}/u.test(token));
  return isAllCommon && hasWord && guesses < GUESSES_MIN;
}

/** The unit that a password repeats; the password itself if it repeats none. */
const unitOf = (password: string): string => /^(.+?)\1+$/su.exec(password)?.[1] ?? password;

/** Whether a password is common, in any case and with the usual decorations. */
async function isCommon(password: string): Promise<boolean> {
  if (isLonger(password, peopleLimits.passwordMaxChars)) return false;
  const texts = new Set([password, unitOf(password)]);
  const parts = new Set([...texts].flatMap(undecorated));
  // The cheap check first.
  for (const part of parts) if (commonPasswords.has(part.toLowerCase())) return true;
  for (const part of parts) {
    if (isDisguised(part)) return true;
    await setImmediate();
  }
  for (const text of texts) {
    if (consistsOfCommon(text)) return true;
    await setImmediate();
  }
  return false;
}

const port = parentPort;
if (!port) throw new Error('common passwords are recognized in a worker thread');
const answer = (message: FromChecker) => port.postMessage(message);
port.on('message', ({ id, password }: ToChecker) => {
  isCommon(password).then(
    (found) => answer({ id, isCommon: found }),
    (error: unknown) => answer({ id, failure: error instanceof Error ? error.message : String(error) }),
  );
});
