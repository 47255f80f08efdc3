import { systemClock } from '@sangam/server/platform/lib/clock';
import { dayMs } from '@sangam/shared/core/limits';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import { shiftedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { type Mailbox, openMailbox } from '@sangam/testing/mailbox';
import { type Reply, startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fail } from '../../platform/lib/result.js';
import { createKnownDevices } from './known-devices.js';

const WRONG = 'Wrong-password-1';
const clock = shiftedClock();
let mailbox: Mailbox;
let server: TestServer;
beforeAll(async () => {
  mailbox = await openMailbox();
  server = await startTestServer({
    env: { RATE_LIMIT: 'on', TRUST_PROXY: 'on', SMTP_URL: mailbox.url },
    clock,
  });
});
afterAll(async () => {
  await server.close();
  await mailbox.close();
});

let addresses = 0;
/** Signs in from an unused address. */
function login(email: string, password: string, cookie?: string): Promise<Reply> {
  addresses += 1;
  const headers = { 'x-forwarded-for': `198.51.${addresses >> 8}.${addresses & 255}`, ...(cookie && { cookie }) };
  return server.call('POST /api/auth/login', null, { email, password }, headers);
}
const guesses = async (email: string, times: number) => {
  const answers: Reply[] = [];
  for (let n = 0; n < times; n += 1) answers.push(await login(email, WRONG));
  return answers;
};
const cookieOf = ({ headers }: Reply) => headers.getSetCookie()[0]?.split(';')[0] ?? '';

describe('guessing one account’s password from many addresses', () => {
  it('is limited in the same way with and without an account', async () => {
    const { email } = await server.signUp();
    const answers = [await guesses(email, 30), await guesses('nobody@example.org', 30)];
    const [known, unknown] = answers.map((replies) =>
      replies.map(({ status, body }) => JSON.stringify({ status, ...body, request_id: '' })),
    );
    expect(known).toEqual(unknown);
    const [, refused] = [answers[0]?.[19], answers[0]?.[20]];
    expect(answers[0]?.map(({ status }) => status)).toEqual([...Array(20).fill(401), ...Array(10).fill(429)]);
    expect(refused?.body).toMatchObject({ success: false, code: 'RATE_LIMITED', request_id: expect.any(String) });
    const retryAfterS = Number(refused?.headers.get('retry-after'));
    expect(retryAfterS).toBeGreaterThan(0);
    expect(retryAfterS).toBeLessThanOrEqual(600);
    expect(cookieOf(refused as Reply)).toBe('');
  });

  it('counts an IPv6 network of 64 bits as one address', async () => {
    const guess = { email: 'network@example.org', password: WRONG };
    const statuses: number[] = [];
    for (let n = 1; n <= 12; n += 1) {
      const from = { 'x-forwarded-for': `2001:db8::${n}` };
      statuses.push((await server.call('POST /api/auth/login', null, guess, from)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  });

  it('does not block a device that has signed in before, only others', async () => {
    const { email, password } = await server.signUp();
    const first = await login(email, password);
    expect(first.headers.getSetCookie()[0]).toMatch(
      /^sangam_device=\d+\.\d{4}-\d\d-\d\d\.[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/u,
    );
    await guesses(email, 30);
    expect((await login(email, password)).status).toBe(429);
    expect((await login(email, password, cookieOf(first))).status).toBe(200);
    // The device's own attempts are limited too.
    const tries: number[] = [];
    for (let n = 0; n < 12; n += 1) tries.push((await login(email, WRONG, cookieOf(first))).status);
    expect(tries).toEqual([...Array(9).fill(401), 429, 429, 429]);
  });

  it('recognizes the device that signed up, and the one that reset the password', async () => {
    const email = 'resets@example.org';
    const signUp = await server.call('POST /api/auth/signup', null, {
      name: 'Asha',
      email,
      password: 'Zq-7kvxw',
    });
    await guesses(email, 21);
    expect((await login(email, 'Zq-7kvxw', cookieOf(signUp))).status).toBe(200);
    await server.call('POST /api/auth/forgot-password', null, { email });
    const { link } = await mailbox.newest(email);
    const body = { token: link.searchParams.get('token'), password: 'Another-horse-8' };
    const reset = await server.call('POST /api/auth/reset-password', null, body);
    expect((await login(email, 'Another-horse-8')).status).toBe(429);
    expect((await login(email, 'Another-horse-8', cookieOf(reset))).status).toBe(200);
    // A person who knew the old password may have used that device.
    expect((await login(email, 'Another-horse-8', cookieOf(signUp))).status).toBe(429);
  });

  it('does not recognize a device whose session ended before its cookie was signed, as by a reset', async () => {
    const { id, email, password } = await server.signUp();
    const { pool } = server.database;
    await pool.query(`CREATE FUNCTION end_session() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NEW.ended_at := now(); RETURN NEW; END $$`);
    await pool.query(`CREATE TRIGGER end_session BEFORE INSERT ON sessions FOR EACH ROW WHEN (NEW.user_id = ${id})
      EXECUTE FUNCTION end_session()`);
    const answer = await login(email, password);
    await pool.query('DROP FUNCTION end_session CASCADE');
    expect([answer.status, cookieOf(answer)]).toEqual([200, '']);
    expect(cookieOf(await login(email, password))).toMatch(/^sangam_device=/u);
  });

  it('rejects a cookie that is another account’s, altered, or too old', async () => {
    const [asha, bina] = [await server.signUp(), await server.signUp()];
    const [own, other] = [await login(asha.email, asha.password), await login(bina.email, bina.password)].map(cookieOf);
    await guesses(asha.email, 21);
    const alteredCookies = [
      other,
      `${other?.replace(String(bina.id), String(asha.id))}`,
      own?.replace(/\d{4}-/u, '2999-'),
      `${own?.slice(0, -1)}${own?.endsWith('A') ? 'B' : 'A'}`,
      `sangam_device=${asha.id}.2026-01-01.`,
      'sangam_device=',
    ];
    for (const cookie of alteredCookies)
      expect((await login(asha.email, asha.password, cookie)).status, cookie).toBe(429);
    expect((await login(asha.email, asha.password, own)).status).toBe(200);
    clock.aheadMs = peopleServerLimits.knownDeviceMs + dayMs;
    expect((await login(asha.email, asha.password, own)).status).toBe(429);
    clock.aheadMs = 0;
  });
});

describe('a sign-in', () => {
  const NEW_SIGN_IN = 'New sign-in to your Sangam account';
  const noticesTo = (email: string) =>
    mailbox.emails.filter(
      ({ to, subject }) => subject === NEW_SIGN_IN && to?.some((recipient) => recipient.address === email),
    );

  it('on an unknown device sends an email with time, device and network, but not for a new account or a known device', async () => {
    const { id, email, password } = await server.signUpConfirmed();
    const first = await login(email, password);
    await server.database.pool.query("UPDATE users SET created_at = created_at - interval '11 minutes' WHERE id = $1", [
      id,
    ]);
    const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
    expect((await login(email, password, cookieOf(first))).status).toBe(200);
    const elsewhere = { 'x-forwarded-for': '203.0.113.7', 'user-agent': agent };
    const signedIn = await server.call('POST /api/auth/login', null, { email, password }, elsewhere);
    expect(signedIn.status).toBe(200);
    await eventually(() => expect(noticesTo(email)).toHaveLength(1));
    expect(noticesTo(email)[0]?.text).toMatch(/ on \d.*\.\n\nFirefox on Windows, IP address 203\.0\.113\.7\n/u);
    expect(noticesTo(email)[0]?.text).toContain('/settings');
    // A job for one of the earlier sign-ins would be in the table by now.
    expect((await login(email, password, cookieOf(signedIn))).status).toBe(200);
    const { rows } = await server.database.pool.query(
      "SELECT count(*)::int FROM jobs WHERE kind = 'mail:new-sign-in' AND payload->>'user_id' = $1::text",
      [String(id)],
    );
    expect([rows, noticesTo(email).length]).toEqual([[{ count: 0 }], 1]);
  });
});

it('the cookie is secure behind HTTPS, and bound to the host', async () => {
  const { database, jwtSecret } = server;
  const tokens = { read: () => fail('UNAUTHORIZED') };
  const devices = createKnownDevices({ db: database.db, clock: systemClock, jwtSecret, secure: true, tokens });
  const [name, , options] = await devices.cookieOf(1);
  expect([name, options]).toMatchObject(['__Host-sangam_device', { path: '/', secure: true, httpOnly: true }]);
});
