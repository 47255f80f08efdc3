import { afterAll, afterEach, beforeAll } from 'vitest';
import { shiftedClock } from '../clocks.js';
import { type Mailbox, openMailbox } from '../mailbox.js';
import { recordedLog } from '../recorded-log.js';
import { type Body, startTestServer, type TestServer } from '../test-server.js';
import { type Browser, openBrowser } from './browser.js';
import { type GithubSide, openGithubSide } from './github-side.js';
import { type GoogleSide, openGoogleSide } from './google-side.js';

export const PUBLIC_URL = 'https://sangam.test';
export let google: GoogleSide;
export let github: GithubSide;
export let mailbox: Mailbox;
export let server: TestServer;
/** The server’s clock, reset after each test. */
export const clock = shiftedClock();
const { log, lines } = recordedLog('trace');
export const logged = lines;

/** Starts both providers, a mailbox and a server with them for the tests of a file. */
export function setOauthStage(): void {
  beforeAll(async () => {
    [google, github, mailbox] = await Promise.all([
      openGoogleSide(`${PUBLIC_URL}/api/auth/google/callback`),
      openGithubSide(`${PUBLIC_URL}/api/auth/github/callback`),
      openMailbox(),
    ]);
    server = await startTestServer({
      env: {
        PUBLIC_URL,
        SMTP_URL: mailbox.url,
        GOOGLE_CLIENT_ID: 'google-id',
        GOOGLE_CLIENT_SECRET: 'google-secret',
        GOOGLE_ISSUER: google.issuer,
        GITHUB_CLIENT_ID: 'github-id',
        GITHUB_CLIENT_SECRET: 'github-secret',
        GITHUB_URL: github.url,
        GITHUB_API_URL: github.url,
      },
      clock,
      log,
    });
  });
  afterEach(() => {
    google.faults.clear();
    github.faults.clear();
    clock.aheadMs = 0;
  });
  afterAll(async () => {
    await server.close();
    await Promise.all([google.close(), github.close(), mailbox.close()]);
  });
}

let people = 0;
/** Adds a person to the OpenID provider. */
export function newPerson(claims: { email?: string; email_verified?: boolean; name?: string } = {}) {
  people += 1;
  const subject = `person-${people}`;
  const email = `person${people}@example.org`;
  google.people.set(subject, { email, email_verified: true, name: `Person ${people}`, ...claims });
  return { subject, email: claims.email ?? email };
}

export const browser = () => openBrowser(PUBLIC_URL, server.url);
export const errorOf = (page: URL) => page.searchParams.get('error');
export const codeOf = (page: URL) => page.searchParams.get('token');

export async function exchange(client: Browser, code: string | null, extra: object = {}) {
  const response = await client.request(`${PUBLIC_URL}/api/auth/oauth/exchange`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, ...extra }),
  });
  const body: Body = await response.json();
  return { status: response.status, body };
}

/** Signs in through Google and returns the last answer. */
export async function viaGoogle(subject: string) {
  const client = browser();
  return exchange(client, codeOf(await client.signIn('/api/auth/google', subject)));
}

export const userRow = async (email: string) =>
  (await server.database.pool.query('SELECT * FROM users WHERE email = $1', [email])).rows[0];
