import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenHere } from '../servers/listening.js';
import { createFaults, type Faults } from './faults.js';

export interface GithubSide {
  url: string;
  faults: Faults;
  account: { id: number; login: string; name: string | null };
  emails: { email: string; primary: boolean; verified: boolean; visibility: string | null }[];
  /** The issuer in its answers (RFC 9207), if any. */
  iss: string | null;
  close(): Promise<void>;
}

/** Starts a server with GitHub's documented sign-in calls and checks. */
export async function openGithubSide(redirectUri: string): Promise<GithubSide> {
  const codes = new Map<string, { challenge: string; redirectUri: string }>();
  const tokens = new Set<string>();
  const server = createServer();
  const url = `http://127.0.0.1:${await listenHere(server)}`;
  const side: GithubSide = {
    url,
    faults: createFaults(),
    account: { id: 583_231, login: 'octocat', name: 'Octo Cat' },
    emails: [],
    iss: `${url}/login/oauth`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  const json = (response: ServerResponse, body: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));

  const authorize = (query: URLSearchParams, response: ServerResponse) => {
    const back = query.get('redirect_uri') ?? '';
    if (query.get('client_id') !== 'github-id' || back !== redirectUri) return json(response, {}, 404);
    if (query.get('code_challenge_method') !== 'S256') return json(response, {}, 400);
    const code = randomBytes(10).toString('hex');
    codes.set(code, { challenge: query.get('code_challenge') ?? '', redirectUri: back });
    const to = new URL(back);
    to.searchParams.set('code', code);
    to.searchParams.set('state', query.get('state') ?? '');
    if (side.iss !== null) to.searchParams.set('iss', side.iss);
    response.writeHead(302, { location: to.href }).end();
  };

  const accessToken = async (request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams(await text(request));
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const hash = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    // GitHub sends errors with the status 200.
    if (form.get('client_id') !== 'github-id' || form.get('client_secret') !== 'github-secret')
      return json(response, { error: 'incorrect_client_credentials', error_description: 'no' });
    if (!code || code.challenge !== hash || form.get('redirect_uri') !== code.redirectUri)
      return json(response, { error: 'bad_verification_code', error_description: 'no' });
    const token = `gho_${randomBytes(18).toString('hex')}`;
    tokens.add(token);
    return json(response, { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' });
  };

  server.on('request', (request, response) => {
    if (side.faults.applies(request, response)) return;
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    if (pathname === '/login/oauth/authorize') return authorize(searchParams, response);
    if (pathname === '/login/oauth/access_token') return void accessToken(request, response);
    const isKnown = tokens.has(/^Bearer (.+)$/iu.exec(request.headers.authorization ?? '')?.[1] ?? '');
    if (!isKnown || !request.headers['user-agent']) return json(response, { message: 'Bad credentials' }, 401);
    if (pathname === '/user') return json(response, side.account);
    if (pathname === '/user/emails') return json(response, side.emails);
    return json(response, { message: 'Not Found' }, 404);
  });
  return side;
}
