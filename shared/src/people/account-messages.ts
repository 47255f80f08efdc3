import { tooLong } from '../core/text.js';
import type { SignInProvider } from './account.js';
import { peopleLimits } from './limits.js';

/** The words about an account's fields and links, the same on both sides. */
export const accountMessages = {
  fillAll: 'Please fill in all fields',
  validEmail: 'Please enter a valid email address',
  emailRequired: 'Email is required',
  passwordsDiffer: 'Passwords do not match',
  strongerPassword: 'Please choose a stronger password',
  commonPassword: 'This password is one of the most common. Choose another one.',
  wrongPassword: 'This isn’t your current password.',
  signInAgain: 'Your account has no password. Log out, sign in again, and try once more within 10 minutes.',
  noPassword: 'Your account has no password yet. Ask for a link to set one.',
  shortPassword: 'Password must be at least 6 characters long',
  shortNewPassword: 'Password must be at least 8 characters long',
  longPassword: tooLong('Password', peopleLimits.passwordMaxChars),
  longName: tooLong('Name', peopleLimits.nameMaxChars),
  reservedName: 'Choose another name.',
  acceptTerms: 'Accept the terms to continue',
  newTerms: 'The terms have changed. Read them and accept again.',
  invalidResetLink: 'Invalid reset link. Please request a new password reset.',
} as const;

/** Providers of sign-in as people know them. */
export const providerNames: Record<SignInProvider, string> = { google: 'Google', github: 'GitHub' };
