import { openMailbox } from '@sangam/testing/mailbox';
import type { Browser } from '@sangam/testing/oauth/browser';
import {
  browser,
  clock,
  codeOf,
  errorOf,
  exchange,
  mailbox,
  newPerson,
  PUBLIC_URL,
  server,
  setOauthStage,
  viaGoogle,
} from '@sangam/testing/oauth/providers';
import { type Body, startTestServer, type TestMember } from '@sangam/testing/test-server';
import { describe, expect, it, onTestFinished } from 'vitest';

setOauthStage();

type MemberToken = { token: string; password?: string };

/** Presses Link in this browser; returns the answer and the provider's address. */
async function press(client: Browser, member: MemberToken, provider = 'google', password = member.password ?? '') {
  const response = await client.request(`${PUBLIC_URL}/api/account/providers/${provider}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${member.token}` },
    body: JSON.stringify({ current_password: password }),
  });
  const body: Body = await response.json();
  return { status: response.status, code: body.code, url: body.data?.url };
}
/** The URL to which the provider redirects the browser. */
const callbackUrl = async (client: Browser, member: MemberToken, subject: string): Promise<URL> =>
  client.untilCallback((await press(client, member)).url, subject);
/** The page to which the callback redirects. */
const land = async (client: Browser, callback: URL): Promise<string> =>
  (await client.request(callback.href)).headers.get('location') ?? '';
const linkGoogle = async (member: MemberToken, subject: string): Promise<string> => {
  const client = browser();
  return land(client, await callbackUrl(client, member, subject));
};
const unlink = (member: MemberToken, provider = 'google', password = member.password ?? '') =>
  server.call(`DELETE /api/account/providers/${provider}`, member.token, { current_password: password });
const signInsOf = async ({ token }: MemberToken) => (await server.call('GET /api/account', token)).body.data.sign_ins;
const kindsOf = async ({ token }: MemberToken): Promise<string[]> =>
  (await server.call('GET /api/account/activity', token)).body.data.entries.map(({ kind }: { kind: string }) => kind);
const LINKED = '/settings?linked=google';

describe('linking', () => {
  it('lets a member sign in through the provider too, with any address there', async () => {
    const member = await server.signUpConfirmed();
    const { subject } = newPerson({ email: 'elsewhere@example.org', email_verified: false });
    expect(await signInsOf(member)).toEqual([
      { provider: 'github', linked_at: null, is_offered: true },
      { provider: 'google', linked_at: null, is_offered: true },
    ]);
    expect(await linkGoogle(member, subject)).toBe(LINKED);
    expect((await signInsOf(member))[1]).toEqual({
      provider: 'google',
      linked_at: expect.stringMatching(/^\d{4}-.*Z$/u),
      is_offered: true,
    });
    expect((await viaGoogle(subject)).body.user.id).toBe(member.id);
    expect(await kindsOf(member)).toEqual(['session:begun', 'provider:linked', 'session:begun']);
    const { email: received, link } = await mailbox.newest(member.email);
    expect([received.subject, link.pathname]).toEqual([
      'You can now sign in to Sangam with Google',
      '/settings/account',
    ]);
  });

  it('requires the password', async () => {
    const member = await server.signUpConfirmed();
    expect(await press(browser(), member, 'google', 'not-mine')).toMatchObject({ status: 400, code: 'INVALID' });
    expect((await server.call('POST /api/account/providers/google', null, { current_password: 'x' })).status).toBe(401);
    expect((await server.call('POST /api/account/providers/x', member.token, { current_password: 'x' })).status).toBe(
      400,
    );
  });

  it('requires the callback in the browser that started it', async () => {
    const [member, attacker] = [await server.signUpConfirmed(), await server.signUpConfirmed()];
    const victim = browser();
    await victim.untilCallback((await press(victim, member)).url, newPerson().subject);
    const begun = browser();
    const forged = await callbackUrl(begun, attacker, newPerson().subject);
    expect(await land(victim, forged)).toBe('/oauth-success?error=expired');
    expect(await land(browser(), forged), 'a browser without the cookie').toBe('/oauth-success?error=expired');
    const signIn = browser();
    const ownSignIn = await signIn.untilCallback('/api/auth/google', newPerson().subject);
    expect(errorOf(await victim.signIn(ownSignIn.href, ''))).toBe('expired');
    expect((await signInsOf(member))[1].linked_at).toBeNull();
    expect(await land(begun, forged), 'and the flow was not harmed').toBe(LINKED);
  });

  it('works once, and expires after ten minutes', async () => {
    const member = await server.signUpConfirmed();
    const client = browser();
    const callback = await callbackUrl(client, member, newPerson().subject);
    expect(await land(client, callback)).toBe(LINKED);
    expect(await land(client, callback)).toBe('/oauth-success?error=expired');
    const slowMember = await server.signUpConfirmed();
    const lateCallback = await callbackUrl(client, slowMember, newPerson().subject);
    clock.aheadMs = 10 * 60_000 + 1;
    expect(await land(client, lateCallback)).toBe('/oauth-success?error=expired');
  });

  it('is refused after the session has ended', async () => {
    const member = await server.signUpConfirmed();
    const client = browser();
    const { subject } = newPerson();
    const callback = await callbackUrl(client, member, subject);
    await server.call('POST /api/auth/logout', member.token);
    expect(await land(client, callback)).toBe('/settings?error=expired');
    expect((await viaGoogle(subject)).body.user.id).not.toBe(member.id);
  });

  it("refuses another member's identity, and a second identity at the same provider", async () => {
    const [member, other] = [await server.signUpConfirmed(), await server.signUpConfirmed()];
    const { subject } = newPerson();
    expect(await linkGoogle(other, subject)).toBe(LINKED);
    expect(await linkGoogle(member, subject)).toBe('/settings?error=linked_elsewhere');
    expect((await viaGoogle(subject)).body.user.id).toBe(other.id);
    expect(await linkGoogle(other, newPerson().subject)).toBe('/settings?error=linked_already');
    expect(await linkGoogle(other, subject), 'the same once more').toBe(LINKED);
    expect((await kindsOf(other)).filter((kind) => kind === 'provider:linked')).toHaveLength(1);
  });

  it('links an identity to only one of two members who link it at once', async () => {
    const members = [await server.signUpConfirmed(), await server.signUpConfirmed()];
    const { subject } = newPerson();
    const ways = await Promise.all(
      members.map(async (member) => {
        const client = browser();
        return { client, callback: await callbackUrl(client, member, subject) };
      }),
    );
    const landings = await Promise.all(ways.map(({ client, callback }) => land(client, callback)));
    expect(landings.sort()).toEqual(['/settings?error=linked_elsewhere', LINKED]);
  });

  it('shows denied access in the settings', async () => {
    const member = await server.signUpConfirmed();
    const client = browser();
    const callback = await callbackUrl(client, member, newPerson().subject);
    for (const name of ['code', 'iss']) callback.searchParams.delete(name);
    callback.searchParams.set('error', 'access_denied');
    expect(await land(client, callback)).toBe('/settings?error=access_denied');
  });

  it('offers only configured providers', async () => {
    await using bare = await startTestServer();
    const member: TestMember = await bare.signUp();
    expect((await bare.call('GET /api/account', member.token)).body.data.sign_ins).toEqual([]);
    const body = { current_password: member.password };
    expect((await bare.call('POST /api/account/providers/google', member.token, body)).status).toBe(404);
  });
});

describe('unlinking', () => {
  it('requires the password, ends sign-ins through the provider, and emails the member', async () => {
    const member = await server.signUpConfirmed();
    const { subject } = newPerson({ email_verified: false });
    await linkGoogle(member, subject);
    expect((await unlink(member, 'google', 'not-mine')).body.code).toBe('INVALID');
    expect((await unlink(member, 'github')).body.code).toBe('NOT_FOUND');
    const client = browser();
    const unusedCode = codeOf(await client.signIn('/api/auth/google', subject));
    expect((await unlink(member)).status).toBe(200);
    expect((await unlink(member)).body).toMatchObject({ code: 'NOT_FOUND', already: {} });
    expect((await unlink(member, 'google', 'not-mine')).body).not.toHaveProperty('already');
    expect((await exchange(client, unusedCode)).body.code, 'a sign-in under way').toBe('INVALID_OAUTH_CODE');
    expect(errorOf(await browser().signIn('/api/auth/google', subject))).toBe('email_unverified');
    expect((await kindsOf(member))[0]).toBe('provider:unlinked');
    const { email: received } = await mailbox.newest(member.email, 2);
    expect(received.subject).toBe('You can no longer sign in to Sangam with Google');
    expect((await server.call('GET /api/auth/me', member.token)).status).toBe(200);
  });

  it('works for a provider that is no longer offered', async () => {
    const ownMailbox = await openMailbox();
    onTestFinished(() => ownMailbox.close());
    await using bare = await startTestServer({ env: { SMTP_URL: ownMailbox.url } });
    const member = await bare.signUpConfirmed();
    const identity = { provider: 'google', subject: 'former', user_id: member.id } as const;
    await bare.database.db.insertInto('identities').values(identity).execute();
    const body = { current_password: member.password };
    expect((await bare.call('DELETE /api/account/providers/google', member.token, body)).status).toBe(200);
    const { email: received } = await ownMailbox.newest(member.email);
    expect(received.subject).toBe('You can no longer sign in to Sangam with Google');
  });

  it('is refused for the last way to sign in', async () => {
    const { token } = (await viaGoogle(newPerson().subject)).body;
    expect((await unlink({ token })).body.code).toBe('LAST_WAY_IN');
    const client = browser();
    const { url } = await press(client, { token }, 'github');
    const callback = await client.untilCallback(url);
    expect(await land(client, callback)).toBe('/settings?linked=github');
    const answers = await Promise.all([unlink({ token }), unlink({ token }, 'github')]);
    expect(answers.map(({ body }) => body.code ?? 'done').sort()).toEqual(['LAST_WAY_IN', 'done']);
  });

  it('requires a recent sign-in if the account has no password', async () => {
    const { token } = (await viaGoogle(newPerson().subject)).body;
    clock.aheadMs = 11 * 60_000;
    expect((await unlink({ token })).body).toMatchObject({ code: 'INVALID', errors: [{ field: 'current_password' }] });
    expect((await press(browser(), { token }, 'github')).status).toBe(400);
  });
});

describe("an account that a stranger opened for another person's address", () => {
  it('loses the stranger’s links once the owner signs in through a provider', async () => {
    const attacker = await server.signUp();
    const theirs = newPerson({ email: 'attacker@example.org', email_verified: false });
    await linkGoogle(attacker, theirs.subject);
    const owner = newPerson({ email: attacker.email });
    expect((await viaGoogle(owner.subject)).body.user.id).toBe(attacker.id);
    expect(errorOf(await browser().signIn('/api/auth/google', theirs.subject))).toBe('email_unverified');
  });

  it('loses the stranger’s links once the owner resets the password', async () => {
    const attacker = await server.signUp();
    const theirs = newPerson({ email: 'attacker@example.org', email_verified: false });
    await linkGoogle(attacker, theirs.subject);
    await server.call('POST /api/auth/forgot-password', null, { email: attacker.email });
    const { link } = await mailbox.newest(attacker.email);
    const body = { token: link.searchParams.get('token'), password: 'Another-horse-8' };
    expect((await server.call('POST /api/auth/reset-password', null, body)).status).toBe(200);
    expect(errorOf(await browser().signIn('/api/auth/google', theirs.subject))).toBe('email_unverified');
  });
});
