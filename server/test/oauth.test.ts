import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Body, startTestServer, type TestMember, type TestServer } from './harness.js';
import { type Mailbox, openMailbox } from './mailbox.js';
import { type Browser, openBrowser } from './oauth/browser.js';
import { type GithubSide, openGithubSide } from './oauth/github-side.js';
import { type GoogleSide, openGoogleSide } from './oauth/google-side.js';

const PUBLIC_URL = 'https://sangam.test';
const MINUTE_MS = 60_000;
let google: GoogleSide;
let github: GithubSide;
let mailbox: Mailbox;
let server: TestServer;
let aheadMs = 0;
const logged: string[] = [];

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
    clock: { nowMs: () => Date.now() + aheadMs },
    log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }),
  });
});
afterEach(() => {
  google.faults.clear();
  github.faults.clear();
  aheadMs = 0;
});
afterAll(async () => {
  await server.close();
  await Promise.all([google.close(), github.close(), mailbox.close()]);
});

let people = 0;
/** Somebody whom the OpenID provider knows. */
function somebody(claims: { email?: string; email_verified?: boolean; name?: string } = {}) {
  people += 1;
  const subject = `person-${people}`;
  const email = `person${people}@example.org`;
  google.people.set(subject, { email, email_verified: true, name: `Person ${people}`, ...claims });
  return { subject, email: claims.email ?? email };
}

const browser = () => openBrowser(PUBLIC_URL, server.url);
const errorOf = (page: URL) => page.searchParams.get('error');
const codeOf = (page: URL) => page.searchParams.get('token');

async function exchange(client: Browser, code: string | null) {
  const response = await client.request(`${PUBLIC_URL}/api/auth/oauth/exchange`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  return { status: response.status, body: (await response.json()) as Body };
}

/** Through Google, to the end: the answer that signs in. */
async function viaGoogle(subject: string) {
  const client = browser();
  return exchange(client, codeOf(await client.signIn('/api/auth/google', subject)));
}

const userRow = async (email: string) =>
  (await server.database.pool.query('SELECT * FROM users WHERE email = $1', [email])).rows[0];

describe('sign-in with Google', () => {
  it('makes an account of a verified address, and signs in by a one-time code', async () => {
    const { subject, email } = somebody({ name: 'Dev Anand' });
    const client = browser();
    const page = await client.signIn('/api/auth/google', subject);
    expect([...page.searchParams.keys()]).toEqual(['token']);
    expect(codeOf(page)).toMatch(/^[\w-]{43}$/u);
    const { status, body } = await exchange(client, codeOf(page));
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, user: { name: 'Dev Anand', email }, data: { token: body.token } });
    expect((await server.call('GET /api/auth/me', body.token)).body.user.id).toBe(body.user.id);
    const row = await userRow(email);
    expect(row).toMatchObject({ password_hash: null });
    expect(row.email_verified_at).toBeInstanceOf(Date);
    expect([...client.cookies.keys()].some((key) => key.includes('sangam_flow'))).toBe(false);
  });

  it('knows the person again by the subject, whatever the address is by then', async () => {
    const { subject } = somebody();
    const first = await viaGoogle(subject);
    google.people.set(subject, { email: 'moved@example.org', email_verified: false });
    expect((await viaGoogle(subject)).body.user).toEqual(first.body.user);
  });

  it('asks with PKCE, state and nonce, and only for the callback of Google on the configured host', async () => {
    const response = await browser().request(`${PUBLIC_URL}/api/auth/google`, { headers: { host: 'evil.example' } });
    const to = new URL(response.headers.get('location') ?? '');
    expect(to.origin).toBe(google.issuer);
    expect(Object.fromEntries(to.searchParams)).toMatchObject({
      redirect_uri: `${PUBLIC_URL}/api/auth/google/callback`,
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/u),
      state: expect.stringMatching(/^[\w-]{43}$/u),
      nonce: expect.stringMatching(/^[\w-]{43}$/u),
      scope: 'openid email profile',
    });
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('__Host-sangam_flow='));
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/', 'Max-Age=660'])
      expect(cookie).toContain(attribute);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('makes one account of several sign-ins at the same moment', async () => {
    const { subject, email } = somebody();
    const answers = await Promise.all(Array.from({ length: 5 }, () => viaGoogle(subject)));
    expect(new Set(answers.map(({ body }) => body.user?.id)).size).toBe(1);
    expect(await userRow(email)).toBeDefined();
  });

  it('lets two tabs of one browser sign in at once', async () => {
    const { subject } = somebody();
    const client = browser();
    const first = await client.untilCallback('/api/auth/google', subject);
    const second = await client.untilCallback('/api/auth/google', subject);
    expect(codeOf(await client.signIn(first.href, subject))).not.toBeNull();
    expect(codeOf(await client.signIn(second.href, subject))).not.toBeNull();
  });

  it('signs nobody in who does not agree', async () => {
    const page = await browser().signIn('/api/auth/google', somebody().subject, 'abort');
    expect(page.search).toBe('?error=access_denied');
  });
});

describe('whose account it becomes', () => {
  it('an address that the provider has not verified links to nothing and makes nothing', async () => {
    const member = await server.signUp();
    for (const claimed of [member.email, 'fresh@example.org']) {
      const { subject } = somebody({ email: claimed, email_verified: false });
      expect(errorOf(await browser().signIn('/api/auth/google', subject))).toBe('email_unverified');
    }
    expect(await userRow('fresh@example.org')).toBeUndefined();
    expect((await server.call('GET /api/auth/me', member.token)).status).toBe(200);
    const { email, password } = member;
    expect((await server.call('POST /api/auth/login', null, { email, password })).status).toBe(200);
  });

  it.each([[{ email: '' }], [{ email: 'no address' }]])('%j is no address', async (claims) => {
    const { subject } = somebody(claims);
    expect(errorOf(await browser().signIn('/api/auth/google', subject))).toBe('email_unverified');
  });

  it('an account that was opened for somebody else’s address is of no use to who opened it', async () => {
    const attacker = await server.signUp();
    const socket = await server.connect(attacker);
    const closed = new Promise((resolve) => socket.once('disconnect', resolve));
    await server.call('POST /api/auth/forgot-password', null, { email: attacker.email });
    const resetToken = (await mailbox.newest(attacker.email)).link.searchParams.get('token');
    const owner = somebody({ email: attacker.email.toUpperCase() });

    const { body } = await viaGoogle(owner.subject);
    expect(body.user.id).toBe(attacker.id);
    expect(await closed).toBe('io server disconnect');
    expect((await server.call('GET /api/auth/me', attacker.token)).status).toBe(401);
    const { email, password } = attacker;
    expect((await server.call('POST /api/auth/login', null, { email, password })).status).toBe(401);
    expect((await server.call('POST /api/auth/verify-reset-token', null, { token: resetToken })).status).toBe(400);
    expect((await server.call('GET /api/auth/me', body.token)).status).toBe(200);
    expect((await userRow(email)).email_verified_at).toBeInstanceOf(Date);
    const { mail } = await mailbox.newest(email, 2);
    expect(mail.subject).toBe('You now sign in to Sangam with Google');
  });

  it('an account that proved its address keeps its password and its sessions', async () => {
    const member = await server.signUp();
    await proveMailbox(member);
    const { email } = member;
    const signedIn = await server.call('POST /api/auth/login', null, { email, password: 'Proven-password-1' });
    const { body } = await viaGoogle(somebody({ email }).subject);
    expect(body.user.id).toBe(member.id);
    expect((await server.call('GET /api/auth/me', signedIn.body.token)).status).toBe(200);
    expect((await server.call('POST /api/auth/login', null, { email, password: 'Proven-password-1' })).status).toBe(
      200,
    );
  });

  async function proveMailbox({ email }: TestMember): Promise<void> {
    await server.call('POST /api/auth/forgot-password', null, { email });
    const token = (await mailbox.newest(email)).link.searchParams.get('token');
    await server.call('POST /api/auth/reset-password', null, { token, password: 'Proven-password-1' });
  }
});

describe('sign-in with GitHub', () => {
  it.each([['with'], ['without']])('makes an account of the primary verified address, %s iss', async (iss) => {
    github.iss = iss === 'with' ? `${github.url}/login/oauth` : null;
    github.account = { id: iss === 'with' ? 1 : 2, login: 'octocat', name: null };
    github.emails = [
      { email: 'second@example.org', primary: false, verified: true, visibility: null },
      { email: `octo-${iss}@example.org`, primary: true, verified: true, visibility: 'public' },
    ];
    const client = browser();
    const { status, body } = await exchange(client, codeOf(await client.signIn('/api/auth/github', '')));
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ name: 'octocat', email: `octo-${iss}@example.org` });
  });

  it('refuses an answer that names another issuer', async () => {
    github.iss = 'https://evil.example';
    expect(errorOf(await browser().signIn('/api/auth/github', ''))).toBe('provider_failed');
    github.iss = null;
  });

  it.each([
    ['unverified', [{ email: 'a@example.org', primary: true, verified: false, visibility: null }]],
    ['only secondary', [{ email: 'b@example.org', primary: false, verified: true, visibility: null }]],
    ['missing', []],
  ])('%s addresses do not count', async (_what, emails) => {
    github.account = { id: 99, login: 'nomail', name: null };
    github.emails = emails;
    expect(errorOf(await browser().signIn('/api/auth/github', ''))).toBe('email_unverified');
  });

  it('the same number at another provider is another person', async () => {
    google.people.set('1', { email: 'number-one@example.org', email_verified: true, name: 'One' });
    const { body } = await viaGoogle('1');
    expect(body.user.email).toBe('number-one@example.org');
  });
});

describe('state', () => {
  const landing = (client: Browser, url: URL) => client.signIn(url.href, '');

  it('is needed, and must be the one of this browser', async () => {
    const { subject } = somebody();
    const victim = browser();
    const callback = await victim.untilCallback('/api/auth/google', subject);
    const missing = new URL(callback);
    missing.searchParams.delete('state');
    const foreign = new URL(callback);
    foreign.searchParams.set('state', 'x'.repeat(43));
    for (const url of [missing, foreign]) expect(errorOf(await landing(victim, url))).toBe('expired');
    expect(errorOf(await landing(browser(), callback)), 'a browser without the cookie').toBe('expired');
    const other = browser();
    await other.untilCallback('/api/auth/google', somebody().subject);
    expect(errorOf(await landing(other, callback)), 'a browser with its own flow').toBe('expired');
    expect(codeOf(await landing(victim, callback)), 'and the flow was not harmed').not.toBeNull();
  });

  it('works once', async () => {
    const client = browser();
    const callback = await client.untilCallback('/api/auth/google', somebody().subject);
    expect(codeOf(await landing(client, callback))).not.toBeNull();
    expect(errorOf(await landing(client, callback))).toBe('expired');
  });

  it('works once also when used 8 times at the same moment', async () => {
    const client = browser();
    const callback = await client.untilCallback('/api/auth/google', somebody().subject);
    const pages = await Promise.all(Array.from({ length: 8 }, () => landing(client, callback)));
    expect(pages.filter((page) => codeOf(page) !== null)).toHaveLength(1);
  });

  it('ends after ten minutes', async () => {
    const client = browser();
    const callback = await client.untilCallback('/api/auth/google', somebody().subject);
    aheadMs = 10 * MINUTE_MS + 1;
    expect(errorOf(await landing(client, callback))).toBe('expired');
  });

  it('of one provider does not pass at the other’s callback', async () => {
    const client = browser();
    const callback = await client.untilCallback('/api/auth/google', somebody().subject);
    const crossed = new URL(callback.href.replace('/google/', '/github/'));
    expect(errorOf(await landing(client, crossed))).toBe('expired');
  });

  it.each([['<script>alert(1)</script>'], ['//evil.example'], ['server_error'], ['access_denied&token=x']])(
    'a provider’s error %j becomes a fixed one',
    async (error) => {
      const client = browser();
      const callback = await client.untilCallback('/api/auth/google', somebody().subject);
      const failed = new URL(callback);
      failed.searchParams.delete('code');
      failed.searchParams.set('error', error);
      failed.searchParams.set('error_description', '<img src=x onerror=alert(1)>');
      expect((await landing(client, failed)).href).toBe(`${PUBLIC_URL}/oauth-success?error=provider_failed`);
    },
  );

  it.each([['code=1&code=2'], ['code='], ['code=%00'], ['code=nonsense'], ['iss=https://evil.example&code=x'], ['']])(
    'a callback with %j is refused',
    async (query) => {
      const client = browser();
      const state = (await client.untilCallback('/api/auth/google', somebody().subject)).searchParams.get('state');
      const url = new URL(`${PUBLIC_URL}/api/auth/google/callback?${query}&state=${state}`);
      expect(errorOf(await landing(client, url))).toBe('provider_failed');
    },
  );
});

describe('the one-time code', () => {
  const codeFor = async (client: Browser) => codeOf(await client.signIn('/api/auth/google', somebody().subject));

  it('works once, also when used 10 times at the same moment', async () => {
    const client = browser();
    const code = await codeFor(client);
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(client, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
    expect((await exchange(client, code)).body).toMatchObject({ success: false, code: 'INVALID_OAUTH_CODE' });
  });

  it('does nothing in another browser: an attacker’s link signs nobody in', async () => {
    const attacker = browser();
    const code = await codeFor(attacker);
    expect((await exchange(browser(), code)).body.code).toBe('INVALID_OAUTH_CODE');
    const victim = browser();
    await codeFor(victim);
    expect((await exchange(victim, code)).body.code).toBe('INVALID_OAUTH_CODE');
    expect((await exchange(attacker, code)).status).toBe(200);
  });

  it('ends after 60 seconds', async () => {
    const client = browser();
    const code = await codeFor(client);
    aheadMs = MINUTE_MS + 1;
    expect((await exchange(client, code)).body.code).toBe('INVALID_OAUTH_CODE');
  });

  it('is stored as a hash', async () => {
    const code = (await codeFor(browser())) ?? '';
    const { rows } = await server.database.pool.query('SELECT * FROM oauth_codes');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it.each([[null], [[]], [{}], [''], ['x'], ['x'.repeat(201)], ['a\0']])('%j is none', async (code) => {
    expect((await server.call('POST /api/auth/oauth/exchange', null, { code })).status).toBe(400);
  });
});

describe('a provider that fails', () => {
  it.each([
    ['error', '/token'],
    ['nonsense', '/token'],
  ] as const)('%s at Google’s %s', async (fault, path) => {
    const client = browser();
    const callback = await client.untilCallback('/api/auth/google', somebody().subject);
    google.faults.set(path, fault);
    const page = await client.signIn(callback.href, '');
    expect(errorOf(page)).toBe('provider_failed');
  });

  it.each([
    ['error', '/login/oauth/access_token'],
    ['nonsense', '/login/oauth/access_token'],
    ['error', '/user'],
    ['nonsense', '/user/emails'],
  ] as const)('%s at GitHub’s %s', async (fault, path) => {
    github.faults.set(path, fault);
    expect(errorOf(await browser().signIn('/api/auth/github', ''))).toBe('provider_failed');
  });

  it('and one that says nothing for 30 seconds is answered for within 10', async () => {
    google.faults.set('/token', 'hang');
    github.faults.set('/login/oauth/access_token', 'hang');
    const startMs = Date.now();
    const pages = await Promise.all([
      browser().signIn('/api/auth/google', somebody().subject),
      browser().signIn('/api/auth/github', ''),
    ]);
    expect(pages.map(errorOf)).toEqual(['provider_failed', 'provider_failed']);
    expect(Date.now() - startMs).toBeLessThan(10_000);
  });

  it('at discovery is asked again the next time', async () => {
    await using fresh = await startTestServer({
      env: {
        PUBLIC_URL,
        GOOGLE_CLIENT_ID: 'google-id',
        GOOGLE_CLIENT_SECRET: 'google-secret',
        GOOGLE_ISSUER: google.issuer,
      },
    });
    const client = openBrowser(PUBLIC_URL, fresh.url);
    const { subject } = somebody();
    google.faults.set('/.well-known', 'error');
    expect(errorOf(await client.signIn('/api/auth/google', subject))).toBe('provider_failed');
    google.faults.clear();
    expect(codeOf(await client.signIn('/api/auth/google', subject))).not.toBeNull();
  });
});

describe('what stands around it', () => {
  it('a provider without keys is told as such', async () => {
    await using bare = await startTestServer();
    for (const name of ['google', 'github'])
      for (const path of [name, `${name}/callback?code=x&state=y`]) {
        const { status, headers } = await bare.call(`GET /api/auth/${path}`);
        expect([status, headers.get('location')]).toEqual([302, '/oauth-success?error=not_configured']);
      }
  });

  it('too many tries are sent to the page with a fixed error and Retry-After', async () => {
    await using limited = await startTestServer({ env: { RATE_LIMIT: 'on' } });
    let last = await limited.call('GET /api/auth/google');
    for (let round = 0; round < 60; round += 1) last = await limited.call('GET /api/auth/google');
    expect(last.headers.get('location')).toBe('/oauth-success?error=rate_limited');
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('the page that gets the code is kept by no cache and tells no other host', async () => {
    for (const path of ['/oauth-success?token=abc', '/reset-password?token=abc']) {
      const { status, headers } = await server.call(`GET ${path}`, null, undefined, { accept: 'text/html' });
      if (status === 404) continue; // the web application is not built here
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    }
  });

  it('no code, state, cookie or token of all these sign-ins stands in the log', async () => {
    const client = browser();
    const callback = await client.untilCallback('/api/auth/google', somebody().subject);
    google.faults.set('/token', 'error');
    await client.signIn(callback.href, '');
    google.faults.clear();
    const page = await client.signIn('/api/auth/google', '');
    const secrets = [
      ...callback.searchParams.values(),
      codeOf(page) ?? '',
      (await exchange(client, codeOf(page))).body.token,
    ].filter((secret) => secret.length > 20 && !secret.startsWith('http'));
    const log = logged.join('');
    expect(log).toContain('a sign-in through a provider failed');
    for (const secret of secrets) expect(log).not.toContain(secret);
    expect(log).not.toMatch(/gho_|client_secret|google-secret/u);
  });
});
