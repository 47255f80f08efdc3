import { type Checked, checked, type FieldError } from '../core/field-errors.js';
import { charCount, isLonger } from '../core/text.js';
import { accountMessages } from './account-messages.js';
import { peopleLimits } from './limits.js';

/** Points 0 to 5: one each for length 8 or more, uppercase, lowercase, digit, symbol (R2.6). */
export function passwordStrength(password: string): number {
  const points = [/.{8,}/su, /\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{N}\s]/u];
  return points.filter((point) => point.test(password)).length;
}

type StrengthLabel = 'Weak' | 'Fair' | 'Good' | 'Strong';

/** The label for a score (R2.6). */
export function strengthLabel(points: number): StrengthLabel {
  if (points <= 2) return 'Weak';
  if (points === 3) return 'Fair';
  return points === 4 ? 'Good' : 'Strong';
}

export function isStrongEnough(password: string): boolean {
  return passwordStrength(password) >= peopleLimits.passwordMinStrength;
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
  return checked(value, errors);
}
