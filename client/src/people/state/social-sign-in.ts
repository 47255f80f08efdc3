import type { OauthError } from '@sangam/shared/people/auth';
import { type ApiError, failureText } from '../../core/api/errors';
import { ownPath } from '../../lib/links/next-path';

const texts: Record<OauthError, string> = {
  not_configured: 'This sign-in method isn’t available.',
  access_denied: 'You didn’t grant access.',
  expired: 'This sign-in has expired. Try again.',
  provider_failed: 'Google or GitHub couldn’t confirm your account. Try again.',
  email_unverified: 'Google or GitHub hasn’t verified your email address. Verify it there first.',
  email_changed: 'Your account has another email address. Undo the change with the link in our email.',
  rate_limited: 'Too many attempts. Wait a few minutes and try again.',
  linked_elsewhere: 'That account belongs to another member here.',
  linked_already: 'Another account there is already linked. Unlink it first.',
};
const byCode = new Map<string, string>(Object.entries(texts));

const UNKNOWN = 'You weren’t signed in.';

/** Why a social sign-in failed, by the code in the address. Other text in the address is never shown. */
export const oauthErrorText = (code: string, unknown = UNKNOWN): string => byCode.get(code) ?? unknown;

/** Why the one-time code could not be turned into a session. */
export const exchangeErrorText = (error: ApiError): string => failureText(error, UNKNOWN);

/** No code and no error came back. */
export const NO_TOKEN_TEXT = 'Google or GitHub didn’t confirm your sign-in.';

// Kept in this tab instead of passed through the provider, since anybody could forge the returning address.
const NEXT_KEY = 'oauth-next';

/** Stores the page to open after a social sign-in, which leaves the application and returns to /oauth-success. */
export function storeOauthNext(path: string | null): void {
  try {
    if (path === null) sessionStorage.removeItem(NEXT_KEY);
    else sessionStorage.setItem(NEXT_KEY, path);
  } catch {
    // Without storage, a social sign-in leads to the dashboard.
  }
}

/** Where the social sign-in of this tab leads. */
export function oauthNext(): string {
  try {
    return ownPath(sessionStorage.getItem(NEXT_KEY));
  } catch {
    return ownPath(null);
  }
}
