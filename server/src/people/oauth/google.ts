import * as client from 'openid-client';
import type { OauthKeys } from '../../config.js';
import { authorizationParameters, type Provider, plainHttpWhenConfigured, REQUEST_TIMEOUT_S } from './provider.js';

/** Google, or any other OpenID Connect issuer: the signed ID token has the identity. */
export function createGoogle(keys: OauthKeys, issuer: string, redirectUri: string): Provider {
  let discovered: Promise<client.Configuration> | null = null;

  /** Discovered once; retried after a failure. */
  const configuration = (): Promise<client.Configuration> => {
    discovered ??= client
      .discovery(new URL(issuer), keys.clientId, undefined, client.ClientSecretPost(keys.clientSecret), {
        timeout: REQUEST_TIMEOUT_S,
        execute: plainHttpWhenConfigured(issuer),
      })
      .catch((error: unknown) => {
        discovered = null;
        throw error;
      });
    return discovered;
  };

  return {
    label: 'Google',
    async authorizationUrl(secrets) {
      return client.buildAuthorizationUrl(await configuration(), {
        ...(await authorizationParameters(redirectUri, 'openid email profile', secrets)),
        nonce: secrets.nonce,
      });
    },
    async identify(answer, secrets) {
      const tokens = await client.authorizationCodeGrant(await configuration(), answer, {
        expectedState: secrets.state,
        expectedNonce: secrets.nonce,
        pkceCodeVerifier: secrets.codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('the provider sent no ID token');
      const { sub, email, email_verified: verified, name } = claims;
      return {
        subject: sub,
        name: typeof name === 'string' ? name : '',
        email: typeof email === 'string' && verified === true ? email : null,
      };
    },
  };
}
