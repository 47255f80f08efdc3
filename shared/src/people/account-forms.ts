import { charCount, cleanName, isBlank, isLonger, tooLong } from '../core/text.js';
import { isReservedName } from './former-member.js';
import { peopleLimits } from './limits.js';

export interface FieldError {
  field: string;
  message: string;
}

export const accountMessages = {
  fillAll: 'Please fill in all fields',
  validEmail: 'Please enter a valid email address',
  emailRequired: 'Email is required',
  passwordsDiffer: 'Passwords do not match',
  strongerPassword: 'Please choose a stronger password',
  commonPassword: 'This password is one of the most common. Please choose another one.',
  wrongPassword: 'This is not your current password.',
  signInAgain: 'Your account has no password. Log out, sign in again, and try once more within 10 minutes.',
  noPassword: 'Your account has no password yet. Ask for a link to set one.',
  shortPassword: 'Password must be at least 6 characters long',
  shortNewPassword: 'Password must be at least 8 characters long',
  longPassword: tooLong('Password', peopleLimits.passwordMaxChars),
  longName: tooLong('Name', peopleLimits.nameMaxChars),
  reservedName: 'Please choose another name.',
  acceptTerms: 'Please accept the terms to continue',
  newTerms: 'The terms have changed. Read them and accept again.',
  invalidResetLink: 'Invalid reset link. Please request a new password reset.',
} as const;

/** The form in which emails are compared and stored. */
export const cleanEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase();

/** Contains an @ (R2.10) with text on both sides, and no characters that could split a mail header. */
export const isEmail = (email: string): boolean =>
  !isLonger(email, peopleLimits.emailMaxChars) && /^[^\s@\p{C}<>"(),:;[\]\\]+@[^\s@\p{C}<>"(),:;[\]\\]+$/u.test(email);

/** Points 0 to 5: one each for length 8 or more, uppercase, lowercase, digit, symbol (R2.6). */
export function passwordStrength(password: string): number {
  const points = [/.{8,}/su, /\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{N}\s]/u];
  return points.filter((point) => point.test(password)).length;
}

export type StrengthLabel = 'Weak' | 'Fair' | 'Good' | 'Strong';

/** The label for a score (R2.6). */
export function strengthLabel(points: number): StrengthLabel {
  if (points <= 2) return 'Weak';
  if (points === 3) return 'Fair';
  return points === 4 ? 'Good' : 'Strong';
}

export function isStrongEnough(password: string): boolean {
  return passwordStrength(password) >= peopleLimits.passwordMinStrength;
}

type Checked<T> = { ok: true; value: T } | { ok: false; errors: FieldError[] };

const result = <T>(value: T, errors: FieldError[]): Checked<T> =>
  errors.length === 0 ? { ok: true, value } : { ok: false, errors };

/** Trims and checks the fields of a sign-in (R2.4). */
export function checkLogin(form: { email: string; password: string }): Checked<{ email: string; password: string }> {
  const value = { email: cleanEmail(form.email), password: form.password.trim() };
  const errors: FieldError[] = [];
  if (value.email === '') errors.push({ field: 'email', message: accountMessages.fillAll });
  else if (!value.email.includes('@')) errors.push({ field: 'email', message: accountMessages.validEmail });
  if (value.password === '') errors.push({ field: 'password', message: accountMessages.fillAll });
  return result(value, errors);
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
  return result(value, errors);
}

/** Checks a new password at reset: trimmed as at sign-in, 6 characters or more (R2.9). */
export function checkResetPassword(password: string): Checked<string> {
  return checkLength(password, peopleLimits.resetPasswordMinChars, accountMessages.shortPassword);
}

/** Checks a new password that replaces one: 8 characters or more (R2.19). */
export function checkNewPassword(password: string): Checked<string> {
  return checkLength(password, peopleLimits.passwordMinChars, accountMessages.shortNewPassword);
}

function checkLength(password: string, minChars: number, tooShort: string): Checked<string> {
  const value = password.trim();
  const errors: FieldError[] = [];
  if (value === '') errors.push({ field: 'password', message: accountMessages.fillAll });
  else if (charCount(value) < minChars) errors.push({ field: 'password', message: tooShort });
  else if (isLonger(value, peopleLimits.passwordMaxChars))
    errors.push({ field: 'password', message: accountMessages.longPassword });
  return result(value, errors);
}

/** Checks the address for a reset link (R2.7). */
export function checkForgotPassword(email: string): Checked<string> {
  const value = cleanEmail(email);
  const errors: FieldError[] = [];
  if (value === '') errors.push({ field: 'email', message: accountMessages.emailRequired });
  else if (!isEmail(value)) errors.push({ field: 'email', message: accountMessages.validEmail });
  return result(value, errors);
}
