import type { OauthError } from '@sangam/shared/people/auth';
import { type ApiError, failureText } from '../../core/api/errors';

const texts: Record<OauthError, string> = {
  not_configured: 'This sign-in method is not available.',
  access_denied: 'You did not grant access.',
  expired: 'The sign-in expired.',
  provider_failed: 'The provider returned an invalid response.',
  email_unverified: 'Your email address is not verified with the provider.',
  rate_limited: 'Too many attempts.',
  linked_elsewhere: 'That account belongs to another member here.',
  linked_already: 'Another account of that provider is linked. Unlink it first.',
};
const byCode = new Map<string, string>(Object.entries(texts));

const UNKNOWN = 'You were not signed in.';

/** Why a social sign-in failed, by the code in the address; whatever else stands there is never shown. */
export const oauthErrorText = (code: string, unknown = UNKNOWN): string => byCode.get(code) ?? unknown;

/** Why the one-time code could not be turned into a session. */
export const exchangeErrorText = (error: ApiError): string => failureText(error, UNKNOWN);

/** No code and no error came back. */
export const NO_TOKEN_TEXT = 'The provider did not return a sign-in token.';
