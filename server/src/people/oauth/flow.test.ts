import { minuteMs } from '@sangam/shared/core/limits';
import { untilLocked } from '@sangam/testing/database/lock-waits';
import { type Browser, openBrowser } from '@sangam/testing/oauth/browser';
import {
  browser,
  clock,
  codeOf,
  errorOf,
  exchange,
  github,
  google,
  logged,
  newPerson,
  PUBLIC_URL,
  server,
  setOauthStage,
  viaGoogle,
} from '@sangam/testing/oauth/providers';
import { startTestServer } from '@sangam/testing/test-server';
import { describe, expect, inject, it } from 'vitest';

setOauthStage();

describe('state', () => {
  const landing = (client: Browser, url: URL) => client.signIn(url.href, '');

  it('is required, and must belong to this browser', async () => {
    const { subject } = newPerson();
    const victim = browser();
    const callback = await victim.untilCallback('/api/auth/google', subject);
    const missing = new URL(callback);
    missing.searchParams.delete('state');
    const foreign = new URL(callback);
    foreign.searchParams.set('state', 'x'.repeat(43));
    for (const url of [missing, foreign]) expect(errorOf(await landing(victim, url))).toBe('expired');
    expect(errorOf(await landing(browser(), callback)), 'a browser without the cookie').toBe('expired');
    const other = browser();
    await other.untilCallback('/api/auth/google', newPerson().subject);
    expect(errorOf(await landing(other, callback)), 'a browser with its own flow').toBe('expired');
    expect(codeOf(await landing(victim, callback)), 'and the flow was not harmed').not.toBeNull();
  });

  it('works once', async () => {
    const client = browser();
    const callback = await client.untilCallback('/api/auth/google', newPerson().subject);
    expect(codeOf(await landing(client, callback))).not.toBeNull();
    expect(errorOf(await landing(client, callback))).toBe('expired');
  });

  it('works once when used 8 times at the same moment', async () => {
    const client = browser();
    const callback = await client.untilCallback('/api/auth/google', newPerson().subject);
    const pages = await Promise.all(Array.from({ length: 8 }, () => landing(client, callback)));
    expect(pages.filter((page) => codeOf(page) !== null)).toHaveLength(1);
  });

  it('expires after ten minutes', async () => {
    const client = browser();
    const callback = await client.untilCallback('/api/auth/google', newPerson().subject);
    clock.aheadMs = 10 * minuteMs + 1;
    expect(errorOf(await landing(client, callback))).toBe('expired');
  });

  it('of one provider is refused at another’s callback', async () => {
    const client = browser();
    const callback = await client.untilCallback('/api/auth/google', newPerson().subject);
    const otherCallback = new URL(callback.href.replace('/google/', '/github/'));
    expect(errorOf(await landing(client, otherCallback))).toBe('expired');
  });

  it.each([['<script>alert(1)</script>'], ['//evil.example'], ['server_error'], ['access_denied&token=x']])(
    'a provider’s error %j becomes one of a fixed list',
    async (error) => {
      const client = browser();
      const callback = await client.untilCallback('/api/auth/google', newPerson().subject);
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
      const state = (await client.untilCallback('/api/auth/google', newPerson().subject)).searchParams.get('state');
      const url = new URL(`${PUBLIC_URL}/api/auth/google/callback?${query}&state=${state}`);
      expect(errorOf(await landing(client, url))).toBe('provider_failed');
    },
  );
});

describe('the one-time code', () => {
  const codeFor = async (client: Browser) => codeOf(await client.signIn('/api/auth/google', newPerson().subject));

  it('works once, even when used 10 times at the same moment', async () => {
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

  it('expires after 60 seconds', async () => {
    const client = browser();
    const code = await codeFor(client);
    clock.aheadMs = minuteMs + 1;
    expect((await exchange(client, code)).body.code).toBe('INVALID_OAUTH_CODE');
  });

  describe.runIf(inject('template').kind === 'postgres')('while a member loses the provider', () => {
    /** Runs in a transaction `before` and, once `meanwhile` waits for it, `after`, which unlink the provider and drop codes. */
    async function lose<T>(id: number, before: string, meanwhile: () => Promise<T>, after: string): Promise<T> {
      const other = await server.database.pool.connect();
      try {
        await other.query('BEGIN');
        await other.query(before, [id]);
        const result = meanwhile();
        await untilLocked(server.database);
        await other.query(after, [id]);
        await other.query('COMMIT');
        return await result;
      } finally {
        other.release();
      }
    }
    const lockMember = 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE';
    const unlink = 'DELETE FROM identities WHERE user_id = $1';
    const dropCodes = 'DELETE FROM oauth_codes WHERE user_id = $1';

    it('is void, although its exchange began before', async () => {
      const { subject } = newPerson();
      const { id } = (await viaGoogle(subject)).body.user;
      const client = browser();
      const code = codeOf(await client.signIn('/api/auth/google', subject));
      const { body } = await lose(id, lockMember, () => exchange(client, code), dropCodes);
      expect(body.code).toBe('INVALID_OAUTH_CODE');
    });

    it('is not given out, although the provider answered before', async () => {
      const { subject } = newPerson();
      const { id } = (await viaGoogle(subject)).body.user;
      const client = browser();
      const callback = await client.untilCallback('/api/auth/google', subject);
      const page = await lose(id, unlink, () => client.signIn(callback.href, ''), lockMember);
      expect(errorOf(page)).toBe('expired');
    });
  });

  it('is stored as a hash', async () => {
    const code = (await codeFor(browser())) ?? '';
    const { rows } = await server.database.pool.query('SELECT * FROM oauth_codes');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it.each([[null], [[]], [{}], [''], ['x'], ['x'.repeat(201)], ['a\0']])('is not accepted as %j', async (code) => {
    expect((await server.call('POST /api/auth/oauth/exchange', null, { code })).status).toBe(400);
  });
});

describe('a provider that fails', () => {
  it.each([
    ['error', '/token'],
    ['nonsense', '/token'],
  ] as const)('%s at Google’s %s', async (fault, path) => {
    const client = browser();
    const callback = await client.untilCallback('/api/auth/google', newPerson().subject);
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

  it('or sends nothing for 30 seconds, gives an answer within 10', async () => {
    google.faults.set('/token', 'hang');
    github.faults.set('/login/oauth/access_token', 'hang');
    const startMs = Date.now();
    const pages = await Promise.all([
      browser().signIn('/api/auth/google', newPerson().subject),
      browser().signIn('/api/auth/github', ''),
    ]);
    expect(pages.map(errorOf)).toEqual(['provider_failed', 'provider_failed']);
    expect(Date.now() - startMs).toBeLessThan(10_000);
  });

  it('at discovery, is tried again at the next sign-in', async () => {
    await using fresh = await startTestServer({
      env: {
        PUBLIC_URL,
        GOOGLE_CLIENT_ID: 'google-id',
        GOOGLE_CLIENT_SECRET: 'google-secret',
        GOOGLE_ISSUER: google.issuer,
      },
    });
    const client = openBrowser(PUBLIC_URL, fresh.url);
    const { subject } = newPerson();
    google.faults.set('/.well-known', 'error');
    expect(errorOf(await client.signIn('/api/auth/google', subject))).toBe('provider_failed');
    google.faults.clear();
    expect(codeOf(await client.signIn('/api/auth/google', subject))).not.toBeNull();
  });
});

describe('around the flow', () => {
  it('a provider without keys is reported as not configured', async () => {
    await using bare = await startTestServer();
    for (const name of ['google', 'github'])
      for (const path of [name, `${name}/callback?code=x&state=y`]) {
        const { status, headers } = await bare.call(`GET /api/auth/${path}`);
        expect([status, headers.get('location')]).toEqual([302, '/oauth-success?error=not_configured']);
      }
  });

  it('too many attempts get the page with a fixed error and Retry-After', async () => {
    await using limited = await startTestServer({ env: { RATE_LIMIT: 'on' } });
    let last = await limited.call('GET /api/auth/google');
    for (let round = 0; round < 60; round += 1) last = await limited.call('GET /api/auth/google');
    expect(last.headers.get('location')).toBe('/oauth-success?error=rate_limited');
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('the page that gets the code is not cached and sends no referrer', async () => {
    for (const path of ['/oauth-success?token=abc', '/reset-password?token=abc']) {
      const { status, headers } = await server.call(`GET ${path}`, null, undefined, { accept: 'text/html' });
      if (status === 404) continue; // the web application isn't built here
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    }
  });

  it('the log holds no code, state, cookie or token of these sign-ins', async () => {
    const client = browser();
    const callback = await client.untilCallback('/api/auth/google', newPerson().subject);
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
