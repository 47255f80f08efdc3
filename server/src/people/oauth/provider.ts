import * as client from 'openid-client';

export type ProviderName = 'google' | 'github';

/** A person as a provider identifies them. */
export interface Identity {
  /** The provider's permanent id of the person. With the provider, this is the key; the address never is. */
  subject: string;
  name: string;
  /** An address that the provider has verified, else null. */
  email: string | null;
}

/** What binds one authorization to the browser that began it. */
export interface FlowSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** One provider's authorization-code flow. Both calls throw when the provider fails or its answer is invalid. */
export interface Provider {
  /** Its name for people. */
  label: string;
  authorizationUrl(secrets: FlowSecrets): Promise<URL>;
  /** `answer`: the address that the provider sent the browser back to. */
  identify(answer: URL, secrets: FlowSecrets): Promise<Identity>;
}

/** Timeout of one request to a provider, in seconds. A whole sign-in has its own (`service.ts`). */
export const REQUEST_TIMEOUT_S = 4;

/** Allows plain HTTP only when the configured address is plain: a provider on this machine, in tests. */
export const plainHttpWhenConfigured = (address: string) =>
  address.startsWith('http:') ? [client.allowInsecureRequests] : [];

/** The parameters of every authorization: PKCE with S256, state, redirect address. */
export const authorizationParameters = async (redirectUri: string, scope: string, secrets: FlowSecrets) => ({
  redirect_uri: redirectUri,
  scope,
  state: secrets.state,
  code_challenge: await client.calculatePKCECodeChallenge(secrets.codeVerifier),
  code_challenge_method: 'S256',
});
