import type { Database } from '@sangam/server/platform/db/database';
import { followDatabase } from '@sangam/server/platform/db/database-clock';
import { type Clock, createClock } from '@sangam/server/platform/lib/clock';
import { defaultTimings } from '@sangam/server/platform/timings';
import { hourMs, minuteMs } from '@sangam/shared/core/limits';
import { text, upload } from '@sangam/testing/chat/uploads';
import { shiftedClock } from '@sangam/testing/clocks';
import { openBrowser } from '@sangam/testing/oauth/browser';
import { type GoogleSide, openGoogleSide } from '@sangam/testing/oauth/google-side';
import { openTestDatabase } from '@sangam/testing/test-database';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Two servers on machines whose clocks are 10 minutes apart. */
const PUBLIC_URL = 'https://sangam.test';
const SLACK_MS = 5_000;
const log = pino({ level: 'silent' });

let google: GoogleSide;
let testDatabase: Awaited<ReturnType<typeof openTestDatabase>>;
let serverAhead: TestServer;
let serverBehind: TestServer;
/** The clock of one server's machine while it runs; it begins ahead. */
const machine = shiftedClock();
let asha: TestMember;
let bina: TestMember;

/** The clock that main.ts gives to a server on such a machine. */
const clockOn = (database: Database, clock: Clock) =>
  followDatabase(clock, database.run, log, { ...defaultTimings.clock, answeredWithinMs: SLACK_MS });
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  google = await openGoogleSide(`${PUBLIC_URL}/api/auth/google/callback`);
  google.people.set('person', { email: 'person@example.org', email_verified: true, name: 'Person' });
  testDatabase = await openTestDatabase();
  const env = {
    PUBLIC_URL,
    GOOGLE_CLIENT_ID: 'google-id',
    GOOGLE_CLIENT_SECRET: 'google-secret',
    GOOGLE_ISSUER: google.issuer,
  };
  const beside = { ...testDatabase, jwtSecret: 'x'.repeat(48) };
  const start = async (shifted: Clock) => {
    const clock = await clockOn(testDatabase.database, shifted);
    stops.push(clock.stop);
    return startTestServer({ env, clock, beside });
  };
  machine.aheadMs = 5 * minuteMs;
  serverAhead = await start(machine);
  serverBehind = await start(createClock(() => Date.now() - 5 * minuteMs));
  [asha, bina] = [await serverAhead.signUp(), await serverAhead.signUp()];
});
afterAll(async () => {
  await Promise.all([serverAhead.close(), serverBehind.close(), ...stops.map((stop) => stop())]);
  await Promise.all([testDatabase.close(), google.close()]);
});

describe.each([
  ['ahead', 'behind', () => [serverAhead, serverBehind] as const],
  ['behind', 'ahead', () => [serverBehind, serverAhead] as const],
])('a server whose machine’s clock is %s, and one %s', (_, __, servers) => {
  it('take each other’s sign-in codes, which last a minute', async () => {
    const [from, to] = servers();
    const client = openBrowser(PUBLIC_URL, from.url);
    const code = (await client.signIn('/api/auth/google', 'person')).searchParams.get('token');
    const cookie = [...client.cookies].map(([key, value]) => `${key.split(' ')[1]}=${value}`).join('; ');
    const signedIn = await to.call('POST /api/auth/oauth/exchange', null, { code }, { cookie });
    expect(signedIn).toMatchObject({ status: 200, body: { user: { name: 'Person' } } });
    expect((await from.call('GET /api/auth/me', signedIn.body.token)).status).toBe(200);
  });

  it('take each other’s links to files, which last 15 minutes', async () => {
    const [from, to] = servers();
    const { id } = await upload(from, asha, text());
    const { links } = (await from.call(`GET /api/attachments/links?ids=${id}`, asha.token)).body.data;
    expect((await to.call(`GET ${links[0].url}`)).status).toBe(200);
  });

  it('date messages and answers alike, for clients whose own clock is wrong', async () => {
    const [from, to] = servers();
    for (const [server, sender, receiver] of [
      [from, asha, bina],
      [to, bina, asha],
    ] as const) {
      const body = { receiver_id: receiver.id, content: 'Hi' };
      const sent = await server.call('POST /api/messages', sender.token, body);
      for (const time of [sent.body.data.created_at, sent.headers.get('date')])
        expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(SLACK_MS);
    }
  });
});

it.each([-hourMs, hourMs])('a clock set by %i ms while its server runs causes no wrong date', async (jumpMs) => {
  machine.aheadMs = jumpMs;
  const sent: { content: string; created_at: string }[] = [];
  for (const [server, sender, receiver] of [
    [serverAhead, asha, bina],
    [serverBehind, bina, asha],
    [serverAhead, asha, bina],
  ] as const) {
    const body = { receiver_id: receiver.id, content: `${jumpMs}: ${sent.length}` };
    sent.push((await server.call('POST /api/messages', sender.token, body)).body.data);
  }
  const times = sent.map(({ created_at }) => Date.parse(created_at));
  for (const time of times) expect(Math.abs(time - Date.now())).toBeLessThan(SLACK_MS);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect((await serverAhead.call('GET /api/auth/me', asha.token)).status).toBe(200);
});
