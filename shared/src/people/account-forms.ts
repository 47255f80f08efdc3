import { type Checked, checked, type FieldError } from '../core/field-errors.js';
import { cleanName, isBlank, isLonger } from '../core/text.js';
import { accountMessages } from './account-messages.js';
import { isReservedName } from './former-member.js';
import { peopleLimits } from './limits.js';
import { isStrongEnough } from './password-rules.js';

/** The form in which emails are compared and stored. */
export const cleanEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase();

/**
 * Text, an @ and a domain (R2.10), without characters that could split a mail header. As for mail servers, no part of the domain is empty: one
 * that ends with a dot is the same domain without it, and would be another account. So would one with the dot of East Asian scripts.
 */
const EMAIL = /^[^\s@\p{C}<>"(),:;[\]\\]+@[^\s@\p{C}<>"(),:;[\]\\.。]+(?:\.[^\s@\p{C}<>"(),:;[\]\\.。]+)*$/u;

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
  const value = { name: cleanName(form.name), email: cleanEmail(form.email), password: form.password.trim() };
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

/** Checks the address for a reset link (R2.7). */
export function checkForgotPassword(email: string): Checked<string> {
  const value = cleanEmail(email);
  const errors: FieldError[] = [];
  if (value === '') errors.push({ field: 'email', message: accountMessages.emailRequired });
  else if (!isEmail(value)) errors.push({ field: 'email', message: accountMessages.validEmail });
  return checked(value, errors);
}
