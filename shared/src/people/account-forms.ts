import { type Checked, checked, type FieldError } from '../core/field-errors.js';
import { cleanName, isBlank, isLonger } from '../core/text.js';
import { accountMessages } from './account-messages.js';
import { isReservedName } from './former-member.js';
import { peopleLimits } from './limits.js';
import { isStrongEnough } from './password-rules.js';

/** An address as typed, to find an account by: earlier versions stored this form. */
export function cleanEmail(email: string): string {
  const typed = email.normalize('NFKC').trim();
  const domain = typed.lastIndexOf('@') + 1;
  // Mail servers read each capital sigma as σ; lower-casing would write ς at the end.
  return typed.slice(0, domain).toLowerCase() + typed.slice(domain).replaceAll('Σ', 'σ').toLowerCase();
}

/** The domain as mail servers know it: `bücher.example` is `xn--bcher-kva.example`, and a final dot adds nothing. */
function canonicalDomain(domain: string): string {
  const plain = domain.replaceAll('。', '.').replace(/\.$/u, '');
  // ASCII needs no conversion. A URL would cut off, decode or drop the other characters named here.
  if (/^[!-~]*$/u.test(plain) || /[\s\p{C}/?#%\\@:]/u.test(plain)) return plain;
  const url = `http://${plain}`;
  return URL.canParse(url) ? new URL(url).hostname : plain;
}

/** The one form in which addresses are stored and counted: spellings of one address have one account (R2.10). */
export function canonicalEmail(email: string): string {
  const [, localPart, domain = ''] = /^(.*@)(.*)$/su.exec(cleanEmail(email)) ?? [];
  return localPart === undefined ? cleanEmail(email) : localPart + canonicalDomain(domain);
}

/** Text, an @ and a domain without an empty part (R2.10), without characters that could split a mail header. */
const EMAIL = /^[^\s@\p{C}<>"(),:;[\]\\]+@(?:(?![@<>"(),:;[\]\\.])[!-~])+(?:\.(?:(?![@<>"(),:;[\]\\.])[!-~])+)*$/u;

/** The same characters around an @, as all addresses of earlier versions have. */
const ONCE_EMAIL = /^[^\s@\p{C}<>"(),:;[\]\\]*@[^\s@\p{C}<>"(),:;[\]\\]*$/u;

/** Whether a canonical address is a valid email address. */
export const isEmail = (email: string): boolean => !isLonger(email, peopleLimits.emailMaxChars) && EMAIL.test(email);

/** Trims and checks the fields of a sign-in (R2.4). */
export function checkLogin(form: { email: string; password: string }): Checked<{ email: string; password: string }> {
  const value = { email: cleanEmail(form.email), password: form.password.trim() };
  const errors: FieldError[] = [];
  if (value.email === '') errors.push({ field: 'email', message: accountMessages.fillAll });
  else if (!value.email.includes('@')) errors.push({ field: 'email', message: accountMessages.validEmail });
  if (value.password === '') errors.push({ field: 'password', message: accountMessages.fillAll });
  return checked(value, errors);
}

/** Cleans and checks the fields of a sign-up, the same on both sides (R2.5). */
export function checkSignup(form: {
  name: string;
  email: string;
  password: string;
}): Checked<{ name: string; email: string; password: string }> {
  const value = { name: cleanName(form.name), email: canonicalEmail(form.email), password: form.password.trim() };
  const errors: FieldError[] = [];
  if (isBlank(value.name)) errors.push({ field: 'name', message: accountMessages.fillAll });
  else if (isReservedName(value.name)) errors.push({ field: 'name', message: accountMessages.reservedName });
  else if (isLonger(value.name, peopleLimits.nameMaxChars))
    errors.push({ field: 'name', message: accountMessages.longName });
  if (value.email === '') errors.push({ field: 'email', message: accountMessages.fillAll });
  else if (!isEmail(value.email)) errors.push({ field: 'email', message: accountMessages.validEmail });
  if (value.password === '') errors.push({ field: 'password', message: accountMessages.fillAll });
  else if (!isStrongEnough(value.password))
    errors.push({ field: 'password', message: accountMessages.strongerPassword });
  else if (isLonger(value.password, peopleLimits.passwordMaxChars))
    errors.push({ field: 'password', message: accountMessages.longPassword });
  return checked(value, errors);
}

const checkAddress = (value: string, isValid: boolean): Checked<string> => {
  const message = value === '' ? accountMessages.emailRequired : accountMessages.validEmail;
  return checked(value, isValid ? [] : [{ field: 'email', message }]);
};

/** Checks the address for a reset link (R2.7). Accounts of earlier versions may have one that is no longer accepted. */
export function checkForgotPassword(email: string): Checked<string> {
  const value = cleanEmail(email);
  return checkAddress(value, ONCE_EMAIL.test(value));
}

/** Cleans and checks an account's new address (R2.10). */
export function checkNewEmail(email: string): Checked<string> {
  const value = canonicalEmail(email);
  return checkAddress(value, isEmail(value));
}
