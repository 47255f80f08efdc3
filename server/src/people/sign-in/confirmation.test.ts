import { createHash } from 'node:crypto';
import { dayMs } from '@sangam/shared/core/limits';
import { untilLocked } from '@sangam/testing/database/lock-waits';
import { eventually } from '@sangam/testing/eventually';
import { jobsDone } from '@sangam/testing/jobs-done';
import { linkIn } from '@sangam/testing/mailbox';
import {
  browser,
  clock,
  codeOf,
  errorOf,
  mailbox,
  newPerson,
  PUBLIC_URL,
  server,
  setOauthStage,
  viaGoogle,
} from '@sangam/testing/oauth/providers';
import type { Body, TestMember } from '@sangam/testing/test-server';
import { describe, expect, inject, it } from 'vitest';

setOauthStage();

const tokenIn = (text: string | undefined) => linkIn(text ?? '').searchParams.get('token') ?? '';
/** The token in the newest email with this subject. */
const tokenFor = (email: string, subject = 'Confirm your email address') =>
  eventually(() => {
    const found = [...mailbox.confirmations, ...mailbox.emails].filter(
      (received) => received.subject === subject && received.to?.some((recipient) => recipient.address === email),
    );
    expect(found.length, `"${subject}" to ${email}`).toBeGreaterThan(0);
    return tokenIn(found.at(-1)?.text);
  });
const confirm = (token: string, body: object = {}, session: string | null = null) =>
  server.call('POST /api/auth/verify-email', session, { token, ...body });
const isLive = async (token: string) => (await server.call('GET /api/auth/me', token)).status === 200;
const login = ({ email }: Pick<TestMember, 'email'>, password = 'Zq-7kvxw') =>
  server.call('POST /api/auth/login', null, { email, password });
const isVerified = async ({ id }: TestMember) =>
  (await server.database.pool.query('SELECT email_verified_at FROM users WHERE id = $1', [id])).rows[0]
    .email_verified_at !== null;
const linkGoogle = async (member: TestMember, subject: string) => {
  const client = browser();
  const answer = await client.request(`${PUBLIC_URL}/api/account/providers/google`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${member.token}` },
    body: JSON.stringify({ current_password: member.password }),
  });
  const { data }: Body = await answer.json();
  await client.request((await client.untilCallback(data.url, subject)).href, { redirect: 'manual' });
};

describe('a link that is opened with a session of the account, or with its password', () => {
  it('confirms at once and keeps all sessions', async () => {
    const member = await server.signUp();
    const other = (await login(member)).body.token;
    const { status, body } = await confirm(await tokenFor(member.email), { proven_only: true }, member.token);
    expect([status, body.data]).toEqual([200, undefined]);
    expect([await isVerified(member), await isLive(member.token), await isLive(other)]).toEqual([true, true, true]);
  });

  it('signs in a reader who knows the password, and keeps the other sessions', async () => {
    const member = await server.signUp();
    const token = await tokenFor(member.email);
    expect((await confirm(token, { password: 'Wrong-horse-7' })).body).toMatchObject({
      code: 'INVALID',
      errors: [{ field: 'password' }],
    });
    expect(await isVerified(member)).toBe(false);
    const { body, headers } = await confirm(token, { password: member.password });
    expect(body.data.signed_in.user.id).toBe(member.id);
    expect(headers.getSetCookie()[0]).toMatch(/^__Host-sangam_device=/u);
    expect([await isLive(body.data.signed_in.token), await isLive(member.token)]).toEqual([true, true]);
    const { subject } = newPerson({ email: member.email });
    await viaGoogle(subject);
    expect((await login(member)).status, 'a proven password survives the first sign-in through a provider').toBe(200);
  });

  it('works once, even when several use it at the same moment in any way', async () => {
    const proofs = [{}, {}, { new_password: 'Another-horse-8' }, { new_password: 'Another-horse-8' }];
    for (const inSession of [true, false]) {
      const member = await server.signUp();
      const token = await tokenFor(member.email);
      const session = inSession ? member.token : null;
      const uses = [...proofs, { password: member.password }].map((proof) => confirm(token, proof, session));
      const statuses = (await Promise.all(uses)).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([200, 400, 400, 400, 400]);
      expect(await isVerified(member)).toBe(true);
      expect((await confirm(token, {}, session)).body.code).toBe('INVALID_EMAIL_LINK');
    }
  });

  it
    .runIf(inject('template').kind === 'postgres')
    .each([{ password: 'Zq-7kvxw' }, { new_password: 'Another-horse-8' }])(
    'begins no session with %o after a reset right after the confirmation',
    async (proof) => {
      const member = await server.signUp();
      const token = await tokenFor(member.email);
      const { pool } = server.database;
      const [first, reset] = [await pool.connect(), await pool.connect()];
      try {
        await first.query('BEGIN');
        await first.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [member.id]);
        const confirmed = confirm(token, proof);
        await untilLocked(server.database);
        await reset.query('BEGIN');
        // Next in the queue for the account's lock, so that it comes between the confirmation and the sign-in.
        const replaced = reset.query("UPDATE users SET password_hash = 'reset' WHERE id = $1", [member.id]);
        await untilLocked(server.database, 2);
        await first.query('COMMIT');
        await replaced;
        await reset.query('COMMIT');
        const { status, body } = await confirmed;
        expect([status, body.data?.signed_in]).toEqual([200, undefined]);
      } finally {
        first.release();
        reset.release();
      }
    },
  );

  it('asks for proof in another browser, and changes nothing before that', async () => {
    const [member, other] = [await server.signUp(), await server.signUp()];
    const token = await tokenFor(member.email);
    for (const session of [null, other.token])
      expect((await confirm(token, { proven_only: true }, session)).body.data).toEqual({
        proof_needed: { email: member.email, has_password: true, brings_back: false },
      });
    expect([await isVerified(member), await isLive(member.token)]).toEqual([false, true]);
  });
});

describe('a link whose address a reset has confirmed in the meantime', () => {
  async function confirmedByReset() {
    const member = await server.signUp();
    const token = await tokenFor(member.email);
    await server.call('POST /api/auth/forgot-password', null, { email: member.email });
    const reset = await tokenFor(member.email, 'Reset your Sangam password');
    await server.call('POST /api/auth/reset-password', null, { token: reset, password: 'Another-horse-8' });
    return { member, token, session: (await login(member, 'Another-horse-8')).body.token };
  }

  it('sets no password', async () => {
    const { member, token, session } = await confirmedByReset();
    expect((await confirm(token, { new_password: 'Third-horse-9' })).body.code).toBe('INVALID_EMAIL_LINK');
    expect([await isLive(session), (await login(member, 'Another-horse-8')).status]).toEqual([true, 200]);
  });

  it('ends no session', async () => {
    const { token, session } = await confirmedByReset();
    expect((await confirm(token)).status).toBe(200);
    expect(await isLive(session)).toBe(true);
  });
});

describe('an account that a stranger opened with the owner’s address', () => {
  /** The stranger has a session, a linked provider, a pending change of address and a sign-in in progress. */
  async function hijacked() {
    const thief = await server.signUp();
    const google = newPerson({ email: 'thief@example.org', email_verified: false });
    await linkGoogle(thief, google.subject);
    const otherAddress = `${crypto.randomUUID()}@example.org`;
    const body = { email: otherAddress, current_password: thief.password };
    expect((await server.call('PUT /api/account/email', thief.token, body)).status).toBe(200);
    const change = await tokenFor(otherAddress, 'Confirm your new email address');
    const isLockedOut = async () => {
      expect(await isLive(thief.token), 'session').toBe(false);
      expect(errorOf(await browser().signIn('/api/auth/google', google.subject)), 'provider').toBe('email_unverified');
      expect((await confirm(change)).status, 'change of the address').toBe(400);
    };
    return { thief, token: await tokenFor(thief.email), isLockedOut };
  }

  it('loses every earlier session and link once the owner confirms', async () => {
    const { thief, token, isLockedOut } = await hijacked();
    const socket = await server.connect(thief);
    const closed = new Promise((resolve) => socket.once('disconnect', resolve));
    expect((await confirm(token)).status).toBe(200);
    expect(await closed).toBe('io server disconnect');
    expect(await isVerified(thief)).toBe(true);
    await isLockedOut();
  });

  it('loses the password once the owner signs in through a provider for the first time', async () => {
    const { thief, token } = await hijacked();
    await confirm(token);
    const again = (await login(thief)).body.token;
    const owner = await viaGoogle(newPerson({ email: thief.email }).subject);
    expect(owner.body.user.id).toBe(thief.id);
    expect([await isLive(again), (await login(thief)).status]).toEqual([false, 401]);
    expect(await isLive(owner.body.token)).toBe(true);
  });

  it('loses the password once the owner chooses a new one on the page of the link, which works once', async () => {
    const { thief, token, isLockedOut } = await hijacked();
    expect((await confirm(token, { new_password: 'short' })).body.errors[0].field).toBe('new_password');
    const { body } = await confirm(token, { new_password: 'Another-horse-8' });
    expect(body.data.signed_in.user.id).toBe(thief.id);
    await isLockedOut();
    expect([(await login(thief)).status, (await login(thief, 'Another-horse-8')).status]).toEqual([401, 200]);
    expect((await confirm(token, { new_password: 'Third-horse-9' })).status).toBe(400);
  });

  it('emails the owner when the stranger signs in on their old device again', async () => {
    const body = { name: 'T', email: `${crypto.randomUUID()}@example.org`, password: 'Zq-7kvxw' };
    const signedUp = await server.call('POST /api/auth/signup', null, body);
    const cookie = signedUp.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    await server.database.pool.query("UPDATE users SET created_at = created_at - interval '1 hour' WHERE email = $1", [
      body.email,
    ]);
    await confirm(await tokenFor(body.email));
    const { email, password } = body;
    expect((await server.call('POST /api/auth/login', null, { email, password }, { cookie })).status).toBe(200);
    const { email: received } = await mailbox.newest(email);
    expect(received.subject).toBe('New sign-in to your Sangam account');
  });
});

it('a reset ends a sign-in through a provider that is in progress', async () => {
  const member = await server.signUpConfirmed();
  const { subject } = newPerson({ email: 'other@example.org', email_verified: false });
  await linkGoogle(member, subject);
  const client = browser();
  const code = (await client.signIn('/api/auth/google', subject)).searchParams.get('token');
  await server.call('POST /api/auth/forgot-password', null, { email: member.email });
  const token = await tokenFor(member.email, 'Reset your Sangam password');
  await server.call('POST /api/auth/reset-password', null, { token, password: 'Another-horse-8' });
  const exchanged = await client.request(`${PUBLIC_URL}/api/auth/oauth/exchange`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  expect(exchanged.status).toBe(400);
});

describe('a changed address', () => {
  const change = async (member: TestMember, password = member.password) => {
    const email = `${crypto.randomUUID()}@example.org`;
    const body = { email, current_password: password };
    expect((await server.call('PUT /api/account/email', member.token, body)).status).toBe(200);
    return { email, token: await tokenFor(email, 'Confirm your new email address') };
  };
  const undoToken = (email: string) => tokenFor(email, 'Your Sangam email address was changed');

  it('ends earlier sessions if its owner confirms it without a session of the account', async () => {
    const thief = await server.signUpConfirmed();
    const { token } = await change(thief);
    expect((await confirm(token)).status).toBe(200);
    expect(await isLive(thief.token)).toBe(false);
  });

  it('keeps earlier sessions if it is confirmed in a browser with a session of the account', async () => {
    const member = await server.signUpConfirmed();
    const other = (await login(member)).body.token;
    const { token, email } = await change(member);
    expect((await confirm(token, {}, member.token)).status).toBe(200);
    expect([await isLive(member.token), await isLive(other), (await login({ email })).status]).toEqual([
      true,
      true,
      200,
    ]);
  });

  it('can be undone for seven days by the link to the old address: the thief is locked out, the owner chooses a password', async () => {
    const member = await server.signUpConfirmed();
    const { token } = await change(member);
    await confirm(token, {}, member.token);
    const back = await undoToken(member.email);
    expect((await confirm(back, { proven_only: true }, member.token)).body.data).toEqual({
      proof_needed: { email: member.email, has_password: false, brings_back: true },
    });
    const taken = { name: 'N', email: member.email, password: 'Zq-7kvxw' };
    expect((await server.call('POST /api/auth/signup', null, taken)).body.code).toBe('EMAIL_TAKEN');
    clock.aheadMs = 6 * dayMs;
    const { body } = await confirm(back, { new_password: 'Another-horse-8' });
    expect(body.data.signed_in.user).toMatchObject({ id: member.id, email: member.email });
    expect(await isLive(member.token)).toBe(false);
    expect([(await login(member)).status, (await login(member, 'Another-horse-8')).status]).toEqual([401, 200]);
    expect((await confirm(back, { new_password: 'Third-horse-9' })).status).toBe(400);
  });

  it('can be undone without a new password: the link then emails a reset link', async () => {
    const member = await server.signUpConfirmed();
    const { token } = await change(member);
    await confirm(token, {}, member.token);
    expect((await confirm(await undoToken(member.email))).status).toBe(200);
    expect([await isLive(member.token), (await login(member)).status]).toEqual([false, 401]);
    await tokenFor(member.email, 'Reset your Sangam password');
  });

  it('cannot be undone later, nor by an address that was never confirmed', async () => {
    const member = await server.signUpConfirmed();
    const { token } = await change(member);
    await confirm(token, {}, member.token);
    const back = await undoToken(member.email);
    clock.aheadMs = 7 * dayMs + 60_000;
    expect((await confirm(back)).status).toBe(400);
    clock.aheadMs = 0;
    const unconfirmed = await server.signUp();
    const changed = await change(unconfirmed);
    await confirm(changed.token, {}, unconfirmed.token);
    const { rows } = await server.database.pool.query('SELECT 1 FROM former_addresses WHERE user_id = $1', [
      unconfirmed.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('can be undone until its end: no other account gets the address', async () => {
    const member = await server.signUpConfirmed();
    const { token } = await change(member);
    await confirm(token, {}, member.token);
    const back = await undoToken(member.email);

    const other = await server.signUpConfirmed();
    const body = { email: member.email, current_password: other.password };
    expect((await server.call('PUT /api/account/email', other.token, body)).status).toBe(200);
    await jobsDone(server.database, Date.now());
    const emailed = mailbox.emails.filter(({ to }) => to?.some(({ address }) => address === member.email));
    expect(emailed.map(({ subject }) => subject)).not.toContain('Confirm your new email address');
    // As if the link had been emailed earlier.
    const token_hash = createHash('sha256').update('emailed before').digest();
    await server.database.pool.query('UPDATE email_links SET token_hash = $3 WHERE user_id = $1 AND email = $2', [
      other.id,
      member.email,
      token_hash,
    ]);
    expect((await confirm('emailed before', {}, other.token)).status).toBe(400);
    const { subject } = newPerson({ email: member.email });
    expect(errorOf(await browser().signIn('/api/auth/google', subject))).toBe('email_changed');

    expect((await confirm(back, { new_password: 'Another-horse-8' })).status).toBe(200);
    expect((await login(member, 'Another-horse-8')).status).toBe(200);
    expect(codeOf(await browser().signIn('/api/auth/google', subject))).not.toBeNull();
  });

  it('after two changes, the first owner’s link wins over the second', async () => {
    const member = await server.signUpConfirmed();
    const first = await change(member);
    await confirm(first.token, {}, member.token);
    const second = await change(member);
    await confirm(second.token, {}, member.token);
    const [undoFirst, undoOwn] = [await undoToken(first.email), await undoToken(member.email)];
    expect((await confirm(undoOwn, { new_password: 'Another-horse-8' })).status).toBe(200);
    expect((await confirm(undoFirst)).status).toBe(400);
    expect((await login(member, 'Another-horse-8')).status).toBe(200);
  });
});
