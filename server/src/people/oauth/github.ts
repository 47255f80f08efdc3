import * as client from 'openid-client';
import type { OauthKeys } from '../../config.js';
import { compile } from '../../platform/lib/validation.js';
import { authorizationParameters, type Provider, plainHttpWhenConfigured, REQUEST_TIMEOUT_S } from './provider.js';

interface Account {
  id: number;
  login: string;
  name?: string | null;
}
type Emails = { email: string; primary: boolean; verified: boolean }[];

const text = { type: 'string' };
const isAccount = compile<Account>({
  type: 'object',
  required: ['id', 'login'],
  properties: { id: { type: 'integer', minimum: 1 }, login: text, name: { type: ['string', 'null'] } },
});
const flag = { type: 'boolean' };
const isEmails = compile<Emails>({
  type: 'array',
  items: {
    type: 'object',
    required: ['email', 'primary', 'verified'],
    properties: { email: text, primary: flag, verified: flag },
  },
});

/** GitHub: plain OAuth 2; its API has the account and its verified addresses. */
export function createGithub(keys: OauthKeys, urls: { web: string; api: string }, redirectUri: string): Provider {
  const configuration = new client.Configuration(
    {
      // What GitHub sends as `iss` (RFC 9207), when it sends one.
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

  const ask = async (path: string, accessToken: string): Promise<unknown> => {
    const headers = new Headers({ accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' });
    const url = new URL(`${urls.api}${path}`);
    const response = await client.fetchProtectedResource(configuration, accessToken, url, 'GET', null, headers);
    if (!response.ok) throw new Error(`GitHub answered ${response.status} to ${path}`);
    return response.json();
  };

  return {
    label: 'GitHub',
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
      const [account, emails] = await Promise.all([ask('/user', accessToken), ask('/user/emails', accessToken)]);
      if (!isAccount(account) || !isEmails(emails)) throw new Error('the account from GitHub has an unknown shape');
      const primary = emails.find((entry) => entry.primary && entry.verified);
      return { subject: String(account.id), name: account.name || account.login, email: primary?.email ?? null };
    },
  };
}
