import type { LoginBody, SignedIn, SignupBody } from '@sangam/shared/people/auth';
import { request } from '../../core/api/client';
import { type ApiError, failureText, isRefusedWith, type Result } from '../../core/api/errors';
import { acceptSession } from '../../core/session/session';

/** Signs in; the session is in place when the answer is ok. `remember` makes it last for 30 days instead of one. */
export async function signIn(form: LoginBody): Promise<Result<SignedIn>> {
  const answer = await request('POST /api/auth/login', { body: form });
  if (answer.ok) acceptSession(answer.value);
  return answer;
}

/** Creates an account and signs in with it. */
export async function signUp({
  terms_version,
  ...form
}: Omit<SignupBody, 'terms_version'> & { terms_version?: string | undefined }): Promise<Result<SignedIn>> {
  const body = { ...form, ...(terms_version !== undefined && { terms_version }) };
  const answer = await request('POST /api/auth/signup', { body });
  if (answer.ok) acceptSession(answer.value, { isNew: true });
  return answer;
}

/** Turns the one-time code of /oauth-success into a session; `comesBack` keeps an account that is about to be deleted. */
export async function signInWithCode(code: string, { comesBack = false } = {}): Promise<Result<SignedIn>> {
  const answer = await request('POST /api/auth/oauth/exchange', {
    body: { code, ...(comesBack && { come_back: true }) },
  });
  // A member who was never active has just signed up.
  if (answer.ok) acceptSession(answer.value, { isNew: answer.value.user.last_active === null });
  return answer;
}

/** Returns the time until which the member can restore their deleted account, '' if unknown; null for any other failure. */
export const restorableUntil = (error: ApiError): string | null =>
  isRefusedWith(error, 'ACCOUNT_DELETED') ? (error.until ?? '') : null;

/** The toast after a sign-in. `comesBack`: the sign-in restored a deleted account. */
export const signedInText = (comesBack: boolean): string =>
  comesBack ? 'Welcome back! Your account won’t be deleted.' : 'Login successful!';

/** Asks for a reset link; null when it is on its way, otherwise the reason for the failure. */
export async function sendResetEmail(email: string): Promise<string | null> {
  const answer = await request('POST /api/auth/forgot-password', { body: { email } });
  return answer.ok ? null : failureText(answer.error, 'Failed to send reset email');
}
