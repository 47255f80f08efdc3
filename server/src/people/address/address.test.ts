import { dayMs } from '@sangam/shared/core/limits';
import { messageStatements } from '@sangam/testing/chat/message-statements';
import { shiftedClock } from '@sangam/testing/clocks';
import { steadyTimings } from '@sangam/testing/database/statements';
import { eventually } from '@sangam/testing/eventually';
import { linkIn, type Mailbox, openMailbox } from '@sangam/testing/mailbox';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let mailbox: Mailbox;
let server: TestServer;
/** A server on the same database without REQUIRE_VERIFIED_EMAIL. */
let lenient: TestServer;
const clock = shiftedClock();

beforeAll(async () => {
  mailbox = await openMailbox();
  const env = { SMTP_URL: mailbox.url, PUBLIC_URL: 'https://sangam.test' };
  const timings = { ...steadyTimings, jobs: { pollMs: 100, retryFirstMs: 20 } };
  server = await startTestServer({ clock, timings, env: { ...env, REQUIRE_VERIFIED_EMAIL: 'on' } });
  lenient = await startTestServer({ clock, timings, env, beside: server });
});
afterAll(async () => {
  await lenient.close();
  await server.close();
  await mailbox.close();
});

/** The token of the newest link to this address, once `count` links were emailed. */
const tokenFor = ({ email }: Pick<TestMember, 'email'>, count = 1): Promise<string> =>
  eventually(() => {
    const found = mailbox.confirmations.filter(({ to }) => to?.some((recipient) => recipient.address === email));
    expect(found).toHaveLength(count);
    const link = linkIn(found.at(-1)?.text ?? '');
    expect(link.href).toMatch(/^https:\/\/sangam\.test\/verify-email\?token=[\w-]{43}$/u);
    return link.searchParams.get('token') ?? '';
  });
/** Opens the link in the browser that holds the member's session. */
const confirm = (token: string, member: Pick<TestMember, 'token'>) =>
  server.call('POST /api/auth/verify-email', member.token, { token });
const again = ({ token }: TestMember) => server.call('POST /api/account/verification', token);
const me = async ({ token }: TestMember, at = server) => (await at.call('GET /api/auth/me', token)).body.user;
const accountOf = async ({ token }: TestMember) => (await server.call('GET /api/account', token)).body.data;
async function proved(): Promise<TestMember> {
  const member = await server.signUp();
  expect((await confirm(await tokenFor(member), member)).status).toBe(200);
  return member;
}
const post = (creator: TestMember): Promise<number> => postProject(server, creator);
const write = (from: TestMember, to: TestMember, at = server) =>
  at.call('POST /api/messages', from.token, { receiver_id: to.id, content: 'Hi' });
const requestToJoin = (member: TestMember, project_id: number, at = server) =>
  at.call('POST /api/project-requests', member.token, { project_id });
const showInterest = (member: TestMember, project: number, at = server) =>
  at.call(`POST /api/projects/${project}/connect`, member.token);
const unproved = { status: 403, body: { success: false, code: 'EMAIL_NOT_VERIFIED' } };

describe('a new member', () => {
  it('is emailed a link that confirms the address, once', async () => {
    const member = await server.signUp();
    expect([await me(member), await accountOf(member)]).toMatchObject([
      { must_verify_email: true },
      { email: member.email, email_verified: false },
    ]);
    const token = await tokenFor(member);
    const socket = await server.connect(member);
    const changed = new Promise((resolve) => socket.once('profile:changed', resolve));
    expect(await confirm(token, member)).toMatchObject({
      status: 200,
      body: { success: true, message: 'Your email address is confirmed.' },
    });
    expect(await confirm(token, member)).toMatchObject({ status: 400, body: { code: 'INVALID_EMAIL_LINK' } });
    expect(await changed).not.toHaveProperty('must_verify_email');
    expect(await me(member)).not.toHaveProperty('must_verify_email');
    expect((await accountOf(member)).email_verified).toBe(true);
    expect((await again(member)).body.message).toBe('Your email address is confirmed.');
  });

  it('needs no confirmation on a server that does not require it', async () => {
    const [member, other] = [await server.signUp(), await proved()];
    expect(await me(member, lenient)).not.toHaveProperty('must_verify_email');
    const project = await post(other);
    for (const answer of [
      await write(member, other, lenient),
      await requestToJoin(member, project, lenient),
      await showInterest(member, project, lenient),
    ])
      expect(answer.status).toBe(201);
  });

  it('gets a link that is stored only as a hash', async () => {
    const member = await server.signUp();
    const token = await tokenFor(member);
    const { rows } = await server.database.pool.query('SELECT * FROM email_links WHERE user_id = $1', [member.id]);
    expect(rows).toMatchObject([{ email: member.email }]);
    expect(rows[0].token_hash).toHaveLength(32);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('gets another link, which voids the first and expires after a day', async () => {
    const member = await server.signUp();
    const first = await tokenFor(member);
    expect((await again(member)).body.message).toBe('A link is on its way to your address.');
    const second = await tokenFor(member, 2);
    const invalid = { status: 400, body: { code: 'INVALID_EMAIL_LINK' } };
    for (const token of [first, '', 'made-up']) expect(await confirm(token, member)).toMatchObject(invalid);
    try {
      clock.aheadMs = dayMs + 60_000;
      expect(await confirm(second, member)).toMatchObject(invalid);
    } finally {
      clock.aheadMs = 0;
    }
    expect((await confirm(second, member)).status).toBe(200);
  });
});

describe('before the address is confirmed', () => {
  it('refuses first messages, join requests and interest, by REST and socket, and accepts them afterwards', async () => {
    const [member, other] = [await server.signUp(), await proved()];
    const project = await post(other);
    const socket = await server.connect(member);
    const send = () =>
      socket.emitWithAck('message:send', { receiver_id: other.id, content: 'Hi', client_id: crypto.randomUUID() });
    for (const refused of [
      await write(member, other),
      await requestToJoin(member, project),
      await showInterest(member, project),
    ])
      expect(refused).toMatchObject(unproved);
    expect(await send()).toMatchObject({ ok: false, error: { code: 'EMAIL_NOT_VERIFIED' } });
    const { rows } = await server.database.pool.query(
      `SELECT (SELECT count(*)::int FROM join_requests WHERE requester_id = $1)
        + (SELECT count(*)::int FROM interests WHERE requester_id = $1)
        + (SELECT count(*)::int FROM messages WHERE sender_id = $1) AS count`,
      [member.id],
    );
    expect(rows).toEqual([{ count: 0 }]);

    await confirm(await tokenFor(member), member);
    expect(await send()).toMatchObject({ ok: true });
    for (const answer of [
      await write(member, other),
      await requestToJoin(member, project),
      await showInterest(member, project),
    ])
      expect(answer.status).toBe(201);
  });

  it('lets a member answer messages and write to applicants', async () => {
    const [creator, writer, applicant] = [await server.signUp(), await proved(), await proved()];
    expect((await write(writer, creator)).status).toBe(201);
    expect((await write(creator, writer)).status).toBe(201);
    expect((await requestToJoin(applicant, await post(creator))).status).toBe(201);
    expect((await write(creator, applicant)).status).toBe(201);
  });

  it('treats members from before the rule as confirmed', async () => {
    const [member, other] = [await server.signUp(), await proved()];
    await server.database.pool.query('UPDATE users SET verification_asked = false WHERE id = $1', [member.id]);
    expect(await me(member)).not.toHaveProperty('must_verify_email');
    expect((await accountOf(member)).email_verified).toBe(true);
    expect((await write(member, other)).status).toBe(201);
    // Still unverified in the database, so that a sign-in through a provider takes the account from its first owner.
    const { rows } = await server.database.pool.query('SELECT email_verified_at FROM users WHERE id = $1', [member.id]);
    expect(rows).toEqual([{ email_verified_at: null }]);
  });
});

describe('a new address', () => {
  const to = (email: string) =>
    mailbox.emails.filter((received) => received.to?.some((recipient) => recipient.address === email));
  const emailTo = (email: string, subject: string) =>
    eventually(() => {
      const received = to(email).find((received) => received.subject === subject);
      if (!received) throw new Error(`no email "${subject}" to ${email}`);
      return received;
    });
  const change = ({ token }: TestMember, email: string, current_password = 'Zq-7kvxw') =>
    server.call('PUT /api/account/email', token, { email, current_password });
  const linkTo = async (email: string) =>
    linkIn((await emailTo(email, 'Confirm your new email address')).text ?? '').searchParams.get('token') ?? '';
  const login = (email: string) => server.call('POST /api/auth/login', null, { email, password: 'Zq-7kvxw' });
  const fresh = () => `${crypto.randomUUID()}@example.org`;

  it('replaces the old one once it is confirmed; the old one gets an email before and after, and sessions stay', async () => {
    const [member, email] = [await proved(), fresh()];
    const socket = await server.connect(member);
    const changed = new Promise((resolve) => socket.once('profile:changed', resolve));
    expect((await change(member, ` ${email.toUpperCase()} `)).body.data).toEqual({ new_email: email });
    const warned = await emailTo(member.email, 'Your Sangam email address is about to change');
    expect(warned.text).toContain('https://sangam.test/forgot-password');
    expect([await accountOf(member), (await login(email)).status]).toMatchObject([
      { email: member.email, new_email: email },
      401,
    ]);
    const token = await linkTo(email);
    for (const status of [200, 400]) expect((await confirm(token, member)).status).toBe(status);
    expect(await changed).toMatchObject({ email });
    expect(await accountOf(member)).toMatchObject({ email, email_verified: true, new_email: null });
    await emailTo(member.email, 'Your Sangam email address was changed');
    expect([(await login(email)).status, (await login(member.email)).status]).toEqual([200, 401]);
  });

  it('is dropped once its link has expired', async () => {
    const [member, email] = [await proved(), fresh()];
    await change(member, email);
    const token = await linkTo(email);
    expect((await accountOf(member)).new_email).toBe(email);
    await server.database.pool.query('UPDATE email_links SET expires_at = $2 WHERE user_id = $1', [
      member.id,
      clock.now(),
    ]);
    expect((await accountOf(member)).new_email).toBeNull();
    expect(await confirm(token, member)).toMatchObject({ status: 400, body: { code: 'INVALID_EMAIL_LINK' } });
  });

  it('gets at most five links an hour, as do all addresses of one member together', async () => {
    await using limited = await startTestServer({ env: { RATE_LIMIT: 'on' }, beside: server });
    const [asha, ben, carl] = [await server.signUp(), await server.signUp(), await server.signUp()];
    const requestChange = async ({ token }: TestMember, email: string, current_password = 'Zq-7kvxw') =>
      (await limited.call('PUT /api/account/email', token, { email, current_password })).status;
    const unknownAddress = fresh();
    expect(await requestChange(asha, unknownAddress, 'not-mine')).toBe(400);
    for (const member of [asha, asha, asha, ben, ben]) expect(await requestChange(member, unknownAddress)).toBe(200);
    expect(await requestChange(carl, unknownAddress)).toBe(429);
    expect(await requestChange(ben, unknownAddress.toUpperCase())).toBe(429);
    for (const status of [200, 200, 429]) expect(await requestChange(ben, fresh())).toBe(status);
  });

  it('requires the password and a valid address that differs from the current one', async () => {
    const member = await proved();
    for (const [answer, field] of [
      [await change(member, fresh(), 'Wrong-horse-7'), 'current_password'],
      [await change(member, 'nowhere'), 'email'],
      [await change(member, member.email), 'email'],
    ] as const)
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID', errors: [{ field }] } });
    expect((await accountOf(member)).new_email).toBeNull();
  });

  it('requires a sign-in within ten minutes if the account has no password', async () => {
    const member = await proved();
    await server.database.pool.query('UPDATE users SET password_hash = NULL WHERE id = $1', [member.id]);
    expect((await change(member, fresh(), '')).status).toBe(200);
    await server.database.pool.query(
      "UPDATE sessions SET created_at = created_at - interval '11 minutes' WHERE user_id = $1",
      [member.id],
    );
    expect(await change(member, fresh(), '')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'current_password' }] },
    });
  });

  it('that has an account gets the same answer, and only that address gets an email', async () => {
    const [member, other] = [await proved(), await proved()];
    expect((await change(member, other.email)).body.data).toEqual({ new_email: other.email });
    const received = await emailTo(other.email, 'This address has a Sangam account');
    expect(received.text).not.toContain('verify-email');
    expect((await accountOf(member)).email).toBe(member.email);
  });

  it('cannot be confirmed once another account has it', async () => {
    const [member, email] = [await proved(), fresh()];
    await change(member, email);
    const token = await linkTo(email);
    const body = { name: 'N', email, password: 'Zq-7kvxw' };
    expect((await server.call('POST /api/auth/signup', null, body)).status).toBe(201);
    expect(await confirm(token, member)).toMatchObject({ status: 400, body: { code: 'INVALID_EMAIL_LINK' } });
    expect((await accountOf(member)).email).toBe(member.email);
  });

  it.each([
    ['another change', (member: TestMember) => change(member, fresh())],
    ['Stop', ({ token }: TestMember) => server.call('DELETE /api/account/email', token)],
    [
      'another password',
      ({ token }: TestMember) =>
        server.call('PUT /api/account/password', token, {
          current_password: 'Zq-7kvxw',
          password: 'Another-horse-8',
        }),
    ],
  ])('is stopped by %s', async (_, act) => {
    const [member, email] = [await proved(), fresh()];
    await change(member, email);
    const token = await linkTo(email);
    expect((await act(member)).status).toBe(200);
    expect(await confirm(token, member)).toMatchObject({ status: 400, body: { code: 'INVALID_EMAIL_LINK' } });
    expect((await accountOf(member)).email).toBe(member.email);
  });

  it('voids a reset link that was emailed to the old address', async () => {
    const [member, email] = [await proved(), fresh()];
    await server.call('POST /api/auth/forgot-password', null, { email: member.email });
    const reset = linkIn((await emailTo(member.email, 'Reset your Sangam password')).text ?? '').searchParams.get(
      'token',
    );
    await change(member, email);
    await confirm(await linkTo(email), member);
    expect((await server.call('POST /api/auth/verify-reset-token', null, { token: reset })).status).toBe(400);
  });
});

it('requiring confirmed addresses adds no statement to messages in an answered conversation', async () => {
  const [a, b] = [await proved(), await proved()];
  await write(a, b);
  await write(b, a);
  const statementsOf = async (at: TestServer) =>
    (await messageStatements(at, a, b)).filter((text) => text.includes('messages'));
  expect(await statementsOf(server)).toEqual(await statementsOf(lenient));
});
