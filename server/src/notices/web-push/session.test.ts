import { setTimeout as sleep } from 'node:timers/promises';
import { dayMs, minuteMs } from '@sangam/shared/core/limits';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import { shiftedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { openPushService, type WebPushService } from '@sangam/testing/push-service';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

let service: WebPushService;
let server: TestServer;
const clock = shiftedClock();

beforeAll(async () => {
  service = await openPushService();
  server = await startTestServer({
    clock,
    webPushNetwork: service.network,
    timings: {
      jobs: { pollMs: 100, retryFirstMs: 20 },
      push: { gatherMs: 20, catchUpMs: 100 },
      sessionUse: { everyMs: 20 },
    },
  });
});
afterAll(async () => {
  await server.close();
  await service.close();
});

/** Signs up a member whose session lasts a day. */
async function signedIn(): Promise<TestMember> {
  const member = await server.signUp();
  const { email, password } = member;
  const { token } = (await server.call('POST /api/auth/login', null, { email, password })).body;
  return { ...member, token };
}
const sessionOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid;
const endsIn = async (token: string): Promise<number> => {
  const { rows } = await server.database.pool.query('SELECT expires_at FROM sessions WHERE id = $1', [
    sessionOf(token),
  ]);
  return Math.round((rows[0].expires_at.getTime() - clock.nowMs()) / dayMs);
};
const isUsed = async (token: string): Promise<boolean> => {
  const { rows } = await server.database.pool.query('SELECT used_at FROM sessions WHERE id = $1', [sessionOf(token)]);
  return rows[0].used_at?.getTime() > clock.nowMs() - dayMs / 2;
};
const me = async (token: string) => (await server.call('GET /api/auth/me', token)).status;

it('a session becomes a remembered one when its device gets push notifications, with a token that lasts as long', async () => {
  const member = await signedIn();
  expect(await endsIn(member.token)).toBe(1);
  const device = service.subscribe();
  const { body } = await server.call('PUT /api/push', member.token, device.body);
  const { token } = body.data.session;
  expect(sessionOf(token)).toBe(sessionOf(member.token));
  expect(await endsIn(token)).toBe(30);
  expect(body.data.session.ends_at).toEqual(expect.any(String));
  expect((await server.call('GET /api/push', token)).body.data.is_remembered).toBe(true);
});

it('a remembered session is renewed by use, up to the longest time', async () => {
  const member = await signedIn();
  const { token } = (await server.call('POST /api/auth/remember', member.token)).body.data;
  const before = clock.aheadMs;
  for (let days = 20; days <= 160; days += 20) {
    clock.aheadMs = before + days * dayMs;
    expect(await me(token), `after ${days} days`).toBe(200);
    await eventually(async () => expect(await endsIn(token)).toBe(Math.min(30, 180 - days)));
  }
  clock.aheadMs = before + peopleServerLimits.longestSessionMs;
  expect(await me(token)).toBe(401);
  clock.aheadMs = before;
});

it('a session ends at once with a logout or a new password, and so do its push notifications', async () => {
  const member = await signedIn();
  const device = service.subscribe();
  const { token } = (await server.call('PUT /api/push', member.token, device.body)).body.data.session;
  expect((await server.call('POST /api/auth/logout', member.token)).status).toBe(200);
  expect(await me(token)).toBe(401);
  expect((await server.call('POST /api/auth/remember', token)).status).toBe(401);
  await eventually(async () => {
    const { rows } = await server.database.pool.query('SELECT FROM push_subscriptions WHERE user_id = $1', [member.id]);
    expect(rows).toEqual([]);
  });
});

it('a session that is not remembered does not become longer by use', async () => {
  const member = await signedIn();
  const before = clock.aheadMs;
  clock.aheadMs += 0.9 * dayMs;
  expect(await me(member.token)).toBe(200);
  await eventually(async () => expect(await isUsed(member.token)).toBe(true));
  clock.aheadMs = before + 1.01 * dayMs;
  expect(await me(member.token)).toBe(401);
  clock.aheadMs = before;
});

it('a session notifies its device once before it ends', async () => {
  const member = await signedIn();
  const device = service.subscribe();
  await server.call('PUT /api/push', member.token, device.body);
  const notices = () => device.delivered().map(({ notice }) => notice);
  const before = clock.aheadMs;
  clock.aheadMs += 26 * dayMs;
  // Several checks of ending sessions, one every 100 ms.
  await sleep(500);
  expect(notices()).toEqual([]);
  clock.aheadMs = before + 28 * dayMs;
  await eventually(() => expect(notices()).toHaveLength(1));
  expect(notices()).toMatchObject([
    { topic: 'session:end', title: 'You’ll soon be logged out here', path: '/dashboard' },
  ]);
  expect(notices()[0]?.body).toMatch(/^On \d+ \w+, notifications on this device stop\. Open Sangam before then/u);
  clock.aheadMs = before + 29 * dayMs;
  await sleep(500);
  expect(notices()).toHaveLength(1);
  clock.aheadMs = before;
});

/** Creates a device whose session ends in two days. */
async function endingSoon(choices: object = {}) {
  const member = await signedIn();
  await server.call('PATCH /api/notification-choices', member.token, choices);
  const device = service.subscribe();
  await server.call('PUT /api/push', member.token, device.body);
  const before = clock.aheadMs;
  clock.aheadMs += 28 * dayMs;
  /** Returns in how many minutes each of its pushes is due. */
  const dueIn = async (): Promise<number[]> => {
    const { rows } = await server.database.pool.query(
      `SELECT j.due_at FROM jobs j JOIN push_subscriptions s ON s.id = (j.payload->>'subscription_id')::bigint
      WHERE j.kind = 'push:session-end' AND s.endpoint = $1`,
      [device.body.endpoint],
    );
    return rows.map(({ due_at }) => Math.round((due_at.getTime() - clock.nowMs()) / minuteMs));
  };
  return { before, dueIn, delivered: () => device.delivered().length, asked: () => device.requestCount() };
}

it('a session notifies its device of its end after quiet hours', async () => {
  const now = new Date(clock.nowMs());
  const minute = now.getUTCHours() * 60 + now.getUTCMinutes();
  const day = 24 * 60;
  const quiet = { from: (minute + day - 60) % day, until: (minute + 180) % day };
  const { before, dueIn, delivered } = await endingSoon({ quiet, time_zone: 'UTC' });
  await eventually(async () => {
    const [minutes = 0] = await dueIn();
    expect(minutes).toBeGreaterThan(170);
    expect(minutes).toBeLessThanOrEqual(180);
  });
  expect(delivered()).toBe(0);
  clock.aheadMs += 180 * minuteMs;
  await eventually(() => expect(delivered()).toBe(1));
  clock.aheadMs = before;
});

it('a session notifies its device of its end when a busy push service allows a retry', async () => {
  service.answerWith(429, '3600');
  const { before, dueIn, delivered, asked } = await endingSoon();
  await eventually(async () => {
    expect(asked()).toBe(1);
    expect(await dueIn()).toEqual([60]);
  });
  service.answerWith(201);
  // Several polls for due jobs, one every 100 ms.
  await sleep(300);
  expect(delivered()).toBe(0);
  clock.aheadMs += 60 * minuteMs;
  await eventually(() => expect(delivered()).toBe(1));
  clock.aheadMs = before;
});
