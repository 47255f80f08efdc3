import { accountMessages } from '@sangam/shared/rules/accounts';
import { type Fail, invalid } from '../../lib/result.js';

let list: Promise<ReadonlySet<string>> | undefined;

/** The dictionary of zxcvbn: some 49,000 passwords of known leaks, in lower case. Loaded when the first password is set. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map(String));
}

/** What people add to a word so that it counts as strong, and whoever guesses adds, too: `1!`, `@123`, `2024!`. */
const ADDED = /^(.{3,}?)[^\p{L}\p{N}]{0,2}\p{Nd}{0,4}[^\p{L}\p{N}]{0,2}$/su;
const plainLetters: Record<string, string> = {
  '@': 'a',
  4: 'a',
  3: 'e',
  1: 'i',
  '!': 'i',
  0: 'o',
  5: 's',
  $: 's',
  7: 't',
};

/** A password in the forms that are tried with it: in lower case, without what was added, in plain letters. */
function triedForms(password: string): string[] {
  const written = password.toLowerCase();
  const word = ADDED.exec(written)?.[1] ?? written;
  return [written, word, word.replace(/[@431!05$7]/gu, (sign) => plainLetters[sign] ?? sign)];
}

/** Whether a password is one of those that are tried first, whatever its case, with some digits and signs added or in place of letters. */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= load();
  const common = await list;
  return triedForms(password).some((form) => common.has(form));
}

/** INVALID, with the sentence for such a password at its field. */
export const commonPassword = (): Fail => invalid([{ field: 'password', message: accountMessages.commonPassword }]);
