import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hourMs } from '@sangam/shared/core/limits';
import { shiftedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { linkIn, type Mailbox, openMailbox } from '@sangam/testing/mailbox';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

let mailbox: Mailbox;
let server: TestServer;
const clock = shiftedClock();

beforeAll(async () => {
  mailbox = await openMailbox();
  server = await startTestServer({
    env: { SMTP_URL: mailbox.url, PUBLIC_URL: 'https://sangam.test' },
    clock,
    timings: { jobs: { pollMs: 100, retryFirstMs: 20 } },
  });
});
afterEach(() => mailbox.refuse(0));
afterAll(async () => {
  await server.close();
  await mailbox.close();
});

const forgot = (email: unknown, headers?: Record<string, string>) =>
  server.call('POST /api/auth/forgot-password', null, { email }, headers);
const verify = (token: unknown) => server.call('POST /api/auth/verify-reset-token', null, { token });
const reset = (token: unknown, password: unknown = 'New-password-8') =>
  server.call('POST /api/auth/reset-password', null, { token, password });
const login = (email: string, password: string) => server.call('POST /api/auth/login', null, { email, password });

/** The queued reset links, also of earlier tests. */
const findQueuedLinks = async () =>
  (await server.database.pool.query("SELECT * FROM jobs WHERE kind = 'mail:reset-link'")).rows;

/** Requests a link and reads its token from the email. */
async function linkFor({ email }: TestMember): Promise<string> {
  const before = mailbox.emails.filter((received) =>
    received.to?.some((recipient) => recipient.address === email),
  ).length;
  expect((await forgot(email)).status).toBe(200);
  const { link } = await mailbox.newest(email, before + 1);
  return link.searchParams.get('token') ?? '';
}

describe('POST /api/auth/forgot-password', () => {
  it('emails a link as text and HTML, on the configured host whatever the request’s host is', async () => {
    const member = await server.signUp();
    const answer = await forgot(`  ${member.email.toUpperCase()} `, { 'x-forwarded-host': 'evil.example' });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    const { email: received, link } = await mailbox.newest(member.email);
    expect(link.href).toMatch(/^https:\/\/sangam\.test\/reset-password\?token=[\w-]{43}$/u);
    expect(received.subject).toBe('Reset your Sangam password');
    expect(received.html).toContain(`href="${link.href}"`);
    expect(JSON.stringify(received)).not.toContain('evil');
    expect(received.to).toHaveLength(1);
  });

  it('stores only the hash of the token', async () => {
    const member = await server.signUp();
    const token = await linkFor(member);
    const { rows } = await server.database.pool.query('SELECT * FROM password_resets WHERE user_id = $1', [member.id]);
    expect(rows).toHaveLength(1);
    expect(rows[0].token_hash).toHaveLength(32);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows[0].token_hash.toString('latin1')).not.toContain(token);
  });

  it('gives an unknown address the same answer, and emails nothing', async () => {
    const member = await server.signUp();
    const [known, unknown] = [await forgot(member.email), await forgot('nobody@example.org')];
    expect(unknown.status).toBe(known.status);
    expect(unknown.body).toEqual(known.body);
    await mailbox.newest(member.email);
    expect(
      mailbox.emails.some((received) => received.to?.some((recipient) => recipient.address === 'nobody@example.org')),
    ).toBe(false);
  });

  it('answers known and unknown addresses in the same time', async () => {
    const member = await server.signUp();
    const tookMs: Record<string, number[]> = { [member.email]: [], 'nobody@example.org': [] };
    for (let round = 0; round < 40; round += 1)
      for (const [email, times] of Object.entries(tookMs)) {
        const startMs = performance.now();
        await forgot(email);
        times.push(performance.now() - startMs);
        // Waits, so that the work for a known address doesn't slow the next measurement.
        await sleep(15);
      }
    const [known = 0, unknown = 0] = Object.values(tookMs).map((times) => times.sort((a, b) => a - b)[10]);
    expect(Math.abs(known - unknown)).toBeLessThan(Math.max(2, unknown * 0.5));
  }, 30_000);

  it.each([
    ['', 'Email is required'],
    ['   ', 'Email is required'],
    [undefined, 'Email is required'],
    ['nobody', 'Please enter a valid email address'],
    ['a@b\r\nBcc: c@d', 'Please enter a valid email address'],
    ['a@b, c@d', 'Please enter a valid email address'],
  ])('refuses %j', async (email, message) => {
    expect(await forgot(email)).toMatchObject({ status: 400, body: { code: 'INVALID', message } });
  });

  it.each([[['a@b', 'c@d']], [{}], [null], [7]])('refuses %j because of its type', async (email) => {
    expect(await forgot(email)).toMatchObject({ status: 400, body: { code: 'INVALID' } });
  });

  it('retries when the mail server refuses', async () => {
    const { email } = await server.signUp();
    await eventually(async () => expect(await findQueuedLinks()).toEqual([]));
    mailbox.refuse(1);
    await forgot(email);
    await mailbox.newest(email);
  });

  it('waits for an unreachable mail server, and stores no token until it answers', async () => {
    const { email } = await server.signUp();
    await eventually(async () => expect(await findQueuedLinks()).toEqual([]));
    mailbox.refuse(Number.POSITIVE_INFINITY);
    await forgot(email);
    await eventually(async () => expect((await findQueuedLinks())[0]?.attempts).toBeGreaterThan(2));
    expect(await findQueuedLinks()).toMatchObject([{ payload: { email }, key: email, failed_at: null }]);
    mailbox.refuse(0);
    const { link } = await mailbox.newest(email);
    expect((await verify(link.searchParams.get('token'))).status).toBe(200);
    await eventually(async () => expect(await findQueuedLinks()).toEqual([]));
  });
});

describe('a reset link', () => {
  it('shows its account’s name any number of times without being used up', async () => {
    const member = await server.signUp('Chitra');
    const token = await linkFor(member);
    for (let round = 0; round < 3; round += 1)
      expect(await verify(token)).toMatchObject({ status: 200, body: { success: true, user: { name: 'Chitra' } } });
    expect(Object.keys((await verify(token)).body.user)).toEqual(['name']);
  });

  it('sets the password once, and ends every session and socket, without signing in', async () => {
    const member = await server.signUp();
    const socket = await server.connect(member);
    const closed = new Promise((resolve) => socket.once('disconnect', resolve));
    const token = await linkFor(member);
    const done = await reset(token, '  New-password-8  ');
    expect(done).toMatchObject({ status: 200, body: { success: true } });
    expect(done.body).not.toHaveProperty('token');
    expect(await closed).toBe('io server disconnect');
    expect((await server.call('GET /api/auth/me', member.token)).status).toBe(401);
    expect((await login(member.email, member.password)).status).toBe(401);
    expect((await login(member.email, 'New-password-8')).status).toBe(200);
    expect(await reset(token)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_RESET_TOKEN', message: 'Invalid or expired reset token' },
    });
    expect((await verify(token)).status).toBe(400);
    const { email: received } = await mailbox.newest(member.email, 2);
    expect(received.subject).toBe('Your Sangam password was changed');
    // The id stays the same on a retry, so that mailboxes recognize the email.
    expect(received.messageId).toMatch(/^<\d+-\d+@sangam\.test>$/u);
  });

  it('verifies the address', async () => {
    const member = await server.signUp();
    const proved = async () =>
      (await server.database.pool.query('SELECT email_verified_at FROM users WHERE id = $1', [member.id])).rows[0]
        .email_verified_at;
    expect(await proved()).toBeNull();
    await reset(await linkFor(member));
    expect(await proved()).toBeInstanceOf(Date);
  });

  it('works once, even when 20 use it at the same moment', async () => {
    const member = await server.signUp();
    const token = await linkFor(member);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => reset(token, `Password-number-${n}`)));
    const winners = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []));
    expect(winners).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
    expect((await login(member.email, `Password-number-${winners[0]}`)).status).toBe(200);
  });

  it('is voided by a newer one', async () => {
    const member = await server.signUp();
    const first = await linkFor(member);
    const second = await linkFor(member);
    expect((await verify(first)).status).toBe(400);
    expect((await reset(first)).status).toBe(400);
    expect((await reset(second)).status).toBe(200);
  });

  it('expires after one hour', async () => {
    const member = await server.signUp();
    const token = await linkFor(member);
    clock.aheadMs = hourMs - 5_000;
    expect((await verify(token)).status).toBe(200);
    clock.aheadMs = hourMs + 5_000;
    expect((await verify(token)).status).toBe(400);
    expect(await reset(token)).toMatchObject({ status: 400, body: { code: 'INVALID_RESET_TOKEN' } });
    clock.aheadMs = 0;
  });

  it('ends a concurrent sign-in with the old password', async () => {
    const member = await server.signUp();
    const token = await linkFor(member);
    const logins = Array.from({ length: 8 }, () => login(member.email, member.password));
    const [, ...signedIn] = await Promise.all([reset(token), ...logins]);
    for (const { status, body } of signedIn)
      if (status === 200) expect((await server.call('GET /api/auth/me', body.token)).status).toBe(401);
  });
});

describe('hostile reset calls', () => {
  it.each([['x'], ['x'.repeat(43)], ['../..'], ["' OR 1=1 --"]])(
    'verify and reset refuse the token %j',
    async (token) => {
      for (const answer of [await verify(token), await reset(token)])
        expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_RESET_TOKEN' } });
    },
  );

  it('refuses a made-up link before it compares the password with common ones', async () => {
    const { body } = await server.call('POST /api/auth/reset-password', null, { token: 'x', password: 'Password1' });
    expect(body.code).toBe('INVALID_RESET_TOKEN');
  });

  it('refuses a prefix of a token', async () => {
    const token = await linkFor(await server.signUp());
    expect((await verify(token.slice(0, 42))).status).toBe(400);
    expect((await verify(`${token}A`)).status).toBe(400);
  });

  it.each(['', undefined])('refuses a missing token (%j) on both calls', async (token) => {
    const body = { message: 'Invalid reset link. Please request a new password reset.' };
    expect(await reset(token)).toMatchObject({ status: 400, body });
    expect(await verify(token)).toMatchObject({ status: 400, body });
  });

  it.each([[[]], [{ $ne: 1 }], [null], [5], ['a\0'], ['\ud800'], ['x'.repeat(201)]])(
    'refuses the token %j because of its shape',
    async (token) => {
      for (const answer of [await verify(token), await reset(token)])
        expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID' } });
    },
  );

  it('refuses a session token or OAuth code as a reset token, and the reverse', async () => {
    const member = await server.signUp();
    const token = await linkFor(member);
    expect((await server.call('GET /api/auth/me', token)).status).toBe(401);
    expect((await server.call('POST /api/auth/oauth/exchange', null, { code: token })).status).toBe(400);
    expect((await verify(member.token.slice(0, 200))).status).toBe(400);
  });

  it.each([
    ['12345', 'Password must be at least 6 characters long'],
    ['  12345  ', 'Password must be at least 6 characters long'],
    ['', 'Please fill in all fields'],
    ['      ', 'Please fill in all fields'],
    ['x'.repeat(129), 'Password must be at most 128 characters long'],
  ])('refuses the password %j and leaves the link usable', async (password, message) => {
    const member = await server.signUp();
    const token = await linkFor(member);
    expect(await reset(token, password)).toMatchObject({ status: 400, body: { code: 'INVALID', message } });
    expect((await reset(token, 'd7#kfw')).status).toBe(200);
    expect((await login(member.email, 'd7#kfw')).status).toBe(200);
  });

  it('treats a missing password as an empty one', async () => {
    const token = await linkFor(await server.signUp());
    const answer = await server.call('POST /api/auth/reset-password', null, { token });
    expect(answer).toMatchObject({ status: 400, body: { message: 'Please fill in all fields' } });
  });

  it('refuses a password of 10,000 characters before hashing it', async () => {
    expect(await reset('x'.repeat(43), 'x'.repeat(10_000))).toMatchObject({ status: 400, body: { code: 'INVALID' } });
  });
});

describe('rate limits', () => {
  it('apply to emails per account and calls per address, with Retry-After, known or not', async () => {
    await using limited = await startTestServer({ env: { SMTP_URL: mailbox.url, RATE_LIMIT: 'on' } });
    const member = await limited.signUp();
    for (const email of [member.email, 'unknown@example.org']) {
      const statuses: number[] = [];
      for (let round = 0; round < 7; round += 1) {
        const { status, headers } = await limited.call('POST /api/auth/forgot-password', null, { email });
        statuses.push(status);
        if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    }
    const statuses = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        limited.call('POST /api/auth/forgot-password', null, { email: `other${n}@example.org` }),
      ),
    );
    expect(statuses.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  });
});

describe('without SMTP_URL', () => {
  it('writes each email to a file that only its owner can read', async () => {
    await using plain = await startTestServer({ env: { PUBLIC_URL: 'http://localhost:4000' } });
    const member = await plain.signUp();
    await plain.call('POST /api/auth/forgot-password', null, { email: member.email });
    const folder = join(plain.dataDir, 'mail');
    const received = await eventually(async () => {
      const [file = ''] = await readdir(folder);
      return PostalMime.parse(await readFile(join(folder, file)));
    });
    const token = linkIn(received.text ?? '').searchParams.get('token');
    expect(received.html).toContain(token);
    expect((await plain.call('POST /api/auth/verify-reset-token', null, { token })).status).toBe(200);
  });
});
