import {
  browser,
  codeOf,
  errorOf,
  exchange,
  github,
  google,
  mailbox,
  newPerson,
  PUBLIC_URL,
  server,
  setOauthStage,
  userRow,
  viaGoogle,
} from '@sangam/testing/oauth/providers';
import type { TestMember } from '@sangam/testing/test-server';
import { describe, expect, it } from 'vitest';

setOauthStage();

describe('sign-in with Google', () => {
  it('creates an account for a verified address, and signs in with a one-time code', async () => {
    const { subject, email } = newPerson({ name: 'Dev Anand' });
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
    const names = [...client.cookies.keys()].filter((key) => key.includes('sangam_')).map((key) => key.split(' ')[1]);
    expect(names, 'the device is known from now on, and the flow has ended').toEqual(['__Host-sangam_device']);
  });

  it('recognizes the person by the subject after the address has changed', async () => {
    const { subject } = newPerson();
    const first = await viaGoogle(subject);
    google.people.set(subject, { email: 'moved@example.org', email_verified: false });
    expect((await viaGoogle(subject)).body.user).toEqual(first.body.user);
  });

  it('restores a deleted account only on purpose, with the same code, which then stops working', async () => {
    const { subject } = newPerson();
    const { body } = await viaGoogle(subject);
    expect((await server.call('DELETE /api/account', body.token, {})).status).toBe(200);
    const client = browser();
    const code = codeOf(await client.signIn('/api/auth/google', subject));
    expect(await exchange(client, code)).toMatchObject({ status: 403, body: { code: 'ACCOUNT_DELETED' } });
    expect((await exchange(browser(), code, { come_back: true })).body.code).toBe('INVALID_OAUTH_CODE');
    expect(await exchange(client, code, { come_back: true })).toMatchObject({ body: { user: body.user } });
    expect((await exchange(client, code)).body.code).toBe('INVALID_OAUTH_CODE');
  });

  it('sends PKCE, state, nonce, and Google’s callback on the configured host', async () => {
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

  it('creates one account for several simultaneous sign-ins', async () => {
    const { subject, email } = newPerson();
    const answers = await Promise.all(Array.from({ length: 5 }, () => viaGoogle(subject)));
    expect(new Set(answers.map(({ body }) => body.user?.id)).size).toBe(1);
    expect(await userRow(email)).toBeDefined();
  });

  it('lets two tabs of one browser sign in at once', async () => {
    const { subject } = newPerson();
    const client = browser();
    const first = await client.untilCallback('/api/auth/google', subject);
    const second = await client.untilCallback('/api/auth/google', subject);
    expect(codeOf(await client.signIn(first.href, subject))).not.toBeNull();
    expect(codeOf(await client.signIn(second.href, subject))).not.toBeNull();
  });

  it('signs nobody in who denies access', async () => {
    const page = await browser().signIn('/api/auth/google', newPerson().subject, 'abort');
    expect(page.search).toBe('?error=access_denied');
  });
});

describe('the account for an identity', () => {
  it('is neither linked nor created by an address that the provider has not verified', async () => {
    const member = await server.signUp();
    for (const claimed of [member.email, 'fresh@example.org']) {
      const { subject } = newPerson({ email: claimed, email_verified: false });
      expect(errorOf(await browser().signIn('/api/auth/google', subject))).toBe('email_unverified');
    }
    expect(await userRow('fresh@example.org')).toBeUndefined();
    expect((await server.call('GET /api/auth/me', member.token)).status).toBe(200);
    const { email, password } = member;
    expect((await server.call('POST /api/auth/login', null, { email, password })).status).toBe(200);
  });

  it.each([[{ email: '' }], [{ email: 'no address' }]])(
    'isn’t created for %j, which isn’t an address',
    async (claims) => {
      const { subject } = newPerson(claims);
      expect(errorOf(await browser().signIn('/api/auth/google', subject))).toBe('email_unverified');
    },
  );

  it('is found by another spelling of the domain, but not of the part before the @', async () => {
    const email = 'asha@bücher.example';
    const first = await viaGoogle(newPerson({ email }).subject);
    const stored = 'asha@xn--bcher-kva.example';
    expect(first.body.user.email).toBe(stored);
    expect((await viaGoogle(newPerson({ email: stored.toUpperCase() }).subject)).body.user.id).toBe(first.body.user.id);
    // A mail server may give such a mailbox to another person.
    const { subject } = newPerson({ email: 'ａsha@xn--bcher-kva.example' });
    expect(errorOf(await browser().signIn('/api/auth/google', subject))).toBe('email_unverified');
  });

  it('is taken from a stranger who created it with the owner’s address', async () => {
    const attacker = await server.signUp();
    const socket = await server.connect(attacker);
    const closed = new Promise((resolve) => socket.once('disconnect', resolve));
    await server.call('POST /api/auth/forgot-password', null, { email: attacker.email });
    const resetToken = (await mailbox.newest(attacker.email)).link.searchParams.get('token');
    const owner = newPerson({ email: attacker.email.toUpperCase() });

    const { body } = await viaGoogle(owner.subject);
    expect(body.user.id).toBe(attacker.id);
    expect(await closed).toBe('io server disconnect');
    expect((await server.call('GET /api/auth/me', attacker.token)).status).toBe(401);
    const { email, password } = attacker;
    expect((await server.call('POST /api/auth/login', null, { email, password })).status).toBe(401);
    expect((await server.call('POST /api/auth/verify-reset-token', null, { token: resetToken })).status).toBe(400);
    expect((await server.call('GET /api/auth/me', body.token)).status).toBe(200);
    expect((await userRow(email)).email_verified_at).toBeInstanceOf(Date);
    const { email: received } = await mailbox.newest(email, 2);
    expect(received.subject).toBe('Your Sangam password was removed');
    const { entries } = (await server.call('GET /api/account/activity', body.token)).body.data;
    const kinds = entries.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['password:removed', 'provider:linked']));
  });

  it('keeps its password if its address was confirmed, and ends earlier sessions, once', async () => {
    const member = await server.signUp();
    await proveMailbox(member);
    const { email } = member;
    const signIn = () => server.call('POST /api/auth/login', null, { email, password: 'Proven-password-1' });
    const before = (await signIn()).body.token;
    const { subject } = newPerson({ email });
    const { body } = await viaGoogle(subject);
    expect(body.user.id).toBe(member.id);
    expect((await server.call('GET /api/auth/me', before)).status).toBe(401);
    const after = (await signIn()).body.token;
    await viaGoogle(subject);
    expect((await server.call('GET /api/auth/me', after)).status).toBe(200);
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
  it.each([['with'], ['without']])('creates an account for the primary verified address, %s iss', async (iss) => {
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
  ])('ignores %s addresses', async (_what, emails) => {
    github.account = { id: 99, login: 'nomail', name: null };
    github.emails = emails;
    expect(errorOf(await browser().signIn('/api/auth/github', ''))).toBe('email_unverified');
  });

  it('treats the same id at another provider as another person', async () => {
    google.people.set('1', { email: 'number-one@example.org', email_verified: true, name: 'One' });
    const { body } = await viaGoogle('1');
    expect(body.user.email).toBe('number-one@example.org');
  });
});
