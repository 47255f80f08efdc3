import { accountMessages } from '@sangam/shared/people/account-forms';
import { type Fail, invalid } from '../../platform/lib/result.js';

let list: Promise<ReadonlySet<string>> | undefined;

/** The dictionary of zxcvbn: some 49,000 passwords of known leaks, in lower case. Loaded when the first password is set. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map(String));
}

/** Whether a password is one of those that are tried first, whatever its case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= load();
  return (await list).has(password.toLowerCase());
}

/** INVALID, with the sentence for such a password at its field. */
export const commonPassword = (): Fail => invalid([{ field: 'password', message: accountMessages.commonPassword }]);
