import * as client from 'openid-client';

export type ProviderName = 'google' | 'github';

/** Whom a provider vouches for. */
export interface Identity {
  /** The provider's own, lasting name for the person: the key together with the provider, never the address. */
  subject: string;
  name: string;
  /** Only an address that the provider has verified; anything else is null. */
  email: string | null;
}

/** What binds one authorization to the browser that began it. */
export interface FlowSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** One provider's side of an authorization-code flow. Both calls throw when the provider fails or answers nonsense. */
export interface Provider {
  /** What people call it. */
  label: string;
  authorizationUrl(secrets: FlowSecrets): Promise<URL>;
  /** `answer`: the address that the provider sent the browser back to. */
  identify(answer: URL, secrets: FlowSecrets): Promise<Identity>;
}

/** Seconds for one request to a provider; a whole sign-in has a limit of its own (`service.ts`). */
export const REQUEST_TIMEOUT_S = 4;

/** Plain HTTP only where the settings name a plain address: a provider on this machine, in tests. */
export const plainHttpWhenConfigured = (address: string) =>
  address.startsWith('http:') ? [client.allowInsecureRequests] : [];

/** The parameters every authorization has: PKCE with S256, state, where to come back to. */
export const authorizationParameters = async (redirectUri: string, scope: string, secrets: FlowSecrets) => ({
  redirect_uri: redirectUri,
  scope,
  state: secrets.state,
  code_challenge: await client.calculatePKCECodeChallenge(secrets.codeVerifier),
  code_challenge_method: 'S256',
});
