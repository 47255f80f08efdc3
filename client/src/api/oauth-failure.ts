import type { OauthError } from '@sangam/shared/contract/auth';
import { type ApiError, NETWORK_ERROR_TEXT } from './errors';

const texts: Record<OauthError, string> = {
  not_configured: 'This sign-in is not set up on this server.',
  access_denied: 'You did not give your consent.',
  expired: 'The sign-in took too long.',
  provider_failed: 'The provider did not answer as it should.',
  email_unverified: 'Your email is not verified there.',
  rate_limited: 'There were too many tries.',
};
const byCode = new Map<string, string>(Object.entries(texts));

const UNKNOWN = 'You have not been signed in.';

/** Why a social sign-in failed, by the code in the address; whatever else stands there is never shown. */
export const oauthErrorText = (code: string): string => byCode.get(code) ?? UNKNOWN;

/** Why the one-time code could not be turned into a session. */
export const exchangeErrorText = (error: ApiError): string =>
  error.kind === 'server' ? error.message || UNKNOWN : NETWORK_ERROR_TEXT;

/** No code and no error came back. */
export const NO_TOKEN_TEXT = 'The provider sent you back without an answer.';
