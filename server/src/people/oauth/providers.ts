import { keysOf } from '@sangam/shared/core/keys-of';
import type { SignInProvider } from '@sangam/shared/people/account';
import * as client from 'openid-client';
import type { Config, OauthKeys } from '../../config.js';
import { compile } from '../../platform/lib/validation.js';

export interface Identity {
  /** The provider's permanent id for the person. Provider and subject are the key, never the address. */
  subject: string;
  name: string;
  /** Null unless the provider has verified the address. */
  email: string | null;
}

/** Binds one authorization to the browser that began it. */
export interface FlowSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** A provider's authorization-code flow. Both calls throw if the provider fails or its answer is invalid. */
export interface Provider {
  authorizationUrl(secrets: FlowSecrets): Promise<URL>;
  /** `answer`: the URL to which the provider redirected the browser. */
  identify(answer: URL, secrets: FlowSecrets): Promise<Identity>;
}

/** Per request to a provider. A whole sign-in has its own timeout (`flows.ts`). */
const REQUEST_TIMEOUT_S = 4;

/** Allows plain HTTP only if the configured address uses it: a local provider in tests. */
const plainHttpWhenConfigured = (address: string) =>
  address.startsWith('http:') ? [client.allowInsecureRequests] : [];

const authorizationParameters = async (redirectUri: string, scope: string, secrets: FlowSecrets) => ({
  redirect_uri: redirectUri,
  scope,
  state: secrets.state,
  code_challenge: await client.calculatePKCECodeChallenge(secrets.codeVerifier),
  code_challenge_method: 'S256',
});

/** Google, or any other OpenID Connect issuer; the signed ID token holds the identity. */
function createGoogle(keys: OauthKeys, issuer: string, redirectUri: string): Provider {
  let discovered: Promise<client.Configuration> | null = null;

  /** Cached after the first success. */
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

interface GithubAccount {
  id: number;
  login: string;
  name?: string | null;
}
type GithubEmails = { email: string; primary: boolean; verified: boolean }[];

const text = { type: 'string' };
const isAccount = compile<GithubAccount>({
  type: 'object',
  required: ['id', 'login'],
  properties: { id: { type: 'integer', minimum: 1 }, login: text, name: { type: ['string', 'null'] } },
});
const flag = { type: 'boolean' };
const isEmails = compile<GithubEmails>({
  type: 'array',
  items: {
    type: 'object',
    required: ['email', 'primary', 'verified'],
    properties: { email: text, primary: flag, verified: flag },
  },
});

/** Plain OAuth 2; GitHub's API returns the account and its verified addresses. */
function createGithub(keys: OauthKeys, urls: { web: string; api: string }, redirectUri: string): Provider {
  const configuration = new client.Configuration(
    {
      // The `iss` (RFC 9207) that GitHub may send.
      issuer: `${urls.web}/login/oauth`,
      authorization_endpoint: `${urls.web}/login/oauth/authorize`,
      token_endpoint: `${urls.web}/login/oauth/access_token`,
    },
    keys.clientId,
    undefined,
    client.ClientSecretPost(keys.clientSecret),
  );
  configuration.timeout = REQUEST_TIMEOUT_S;
  for (const allow of plainHttpWhenConfigured(urls.web)) allow(configuration);

  const fetchJson = async (path: string, accessToken: string): Promise<unknown> => {
    const headers = new Headers({ accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' });
    const url = new URL(`${urls.api}${path}`);
    const response = await client.fetchProtectedResource(configuration, accessToken, url, 'GET', null, headers);
    if (!response.ok) throw new Error(`GitHub answered ${response.status} to ${path}`);
    return response.json();
  };

  return {
    async authorizationUrl(secrets) {
      return client.buildAuthorizationUrl(
        configuration,
        await authorizationParameters(redirectUri, 'read:user user:email', secrets),
      );
    },
    async identify(answer, secrets) {
      const { access_token: accessToken } = await client.authorizationCodeGrant(configuration, answer, {
        expectedState: secrets.state,
        pkceCodeVerifier: secrets.codeVerifier,
      });
      const [account, emails] = await Promise.all([
        fetchJson('/user', accessToken),
        fetchJson('/user/emails', accessToken),
      ]);
      if (!isAccount(account) || !isEmails(emails)) throw new Error('the account from GitHub has an unknown shape');
      const primary = emails.find((entry) => entry.primary && entry.verified);
      return { subject: String(account.id), name: account.name || account.login, email: primary?.email ?? null };
    },
  };
}

/** One redirect address per provider, so that an answer can't be passed off as another provider's. */
export const callbackUrl = (publicUrl: string, name: SignInProvider): string =>
  `${publicUrl}/api/auth/${name}/callback`;

/** The providers that have keys in the settings. */
export const configuredProviders = (config: Config): Record<SignInProvider, Provider | null> => ({
  google: config.google && createGoogle(config.google, config.googleIssuer, callbackUrl(config.publicUrl, 'google')),
  github:
    config.github &&
    createGithub(
      config.github,
      { web: config.githubUrl, api: config.githubApiUrl },
      callbackUrl(config.publicUrl, 'github'),
    ),
});

export const offeredProviders = (providers: Record<SignInProvider, Provider | null>): SignInProvider[] =>
  keysOf(providers).filter((name) => providers[name] !== null);
