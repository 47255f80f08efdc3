import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import { listenHere } from '../servers/listening.js';
import { createFaults, type Faults } from './faults.js';

export interface GoogleSide {
  issuer: string;
  faults: Faults;
  /** The claims for the person with this name at the provider. */
  people: Map<string, { email?: string; email_verified?: boolean; name?: string }>;
  close(): Promise<void>;
}

/** Starts a certified OpenID provider in this process, in place of Google. */
export async function openGoogleSide(redirectUri: string): Promise<GoogleSide> {
  const faults = createFaults();
  const people: GoogleSide['people'] = new Map();
  const server = createServer();
  const issuer = `http://127.0.0.1:${await listenHere(server)}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'google-id',
        client_secret: 'google-secret',
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    cookies: { keys: ['test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    findAccount: (_ctx: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people.get(accountId) }),
    }),
  });
  const serve = provider.callback();
  server.on('request', (request, response) => {
    if (!faults.applies(request, response)) void serve(request, response);
  });
  return {
    issuer,
    faults,
    people,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
