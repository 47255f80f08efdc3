import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Presence } from '@sangam/shared/people/users';
import { eventually } from '@sangam/testing/eventually';
import { isOnline as askOnline, lastOnline as online, watchPresence } from '@sangam/testing/presence';
import { type ClientSocket, startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';

const CLOSE_GRACE_MS = 1_500;
const SWEPT_WITHIN_MS = 12_000;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    timings: {
      sockets: { pingIntervalMs: 1_000, pingTimeoutMs: 3_000 },
      presence: { closeGraceMs: CLOSE_GRACE_MS, leaseRenewMs: 500, checkMs: 300 },
    },
  });
});
afterAll(() => server.close());

const now = () => new Date().toISOString();

const watch = (member: TestMember) => watchPresence(server, member);
const isOnline = (member: TestMember) => askOnline(server, member);
const report = (socket: ClientSocket, isActive: boolean) =>
  socket.emitWithAck('presence:report', { isActive, lastActive: now() });

/** A signed-in connection with access to its raw socket. */
async function rawDevice(member: TestMember): Promise<WebSocket> {
  const raw = new WebSocket(`${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  await new Promise<void>((resolve, reject) => {
    raw.on('error', reject);
    raw.on('message', (data) => {
      if (String(data).startsWith('0')) raw.send(`40${JSON.stringify({ token: member.token })}`);
      if (String(data).startsWith('40')) resolve();
    });
  });
  return raw;
}

it('answers a new device’s first report with its presence, although it is stored a moment later', async () => {
  for (let device = 0; device < 3; device += 1) {
    const socket = await server.connect(await server.signUp());
    const atMs = Date.now();
    const { data } = (await report(socket, true)) as { data: Presence };
    expect(data.is_online).toBe(true);
    expect(Math.abs(Date.parse(data.last_active ?? '') - atMs)).toBeLessThan(10_000);
  }
});

it('corrects the time and the day of the last activity from when the clock was ahead', async () => {
  const member = await server.signUp();
  const { pool } = server.database;
  await pool.query("UPDATE users SET last_active = now() + interval '3 days' WHERE id = $1", [member.id]);
  const areAhead =
    "SELECT last_active > now() + interval '1 minute' AS time, active_on > current_date + 1 AS day FROM users WHERE id = $1";
  expect((await pool.query(areAhead, [member.id])).rows).toEqual([{ time: true, day: true }]);
  await server.call('POST /api/users/update-status', member.token, { isActive: true, lastActive: now() });
  expect((await pool.query(areAhead, [member.id])).rows).toEqual([{ time: false, day: false }]);
});

describe.concurrent('watchers (R7.2)', () => {
  it('see a new device at once, and a closed one within 5 s, with its last activity', async () => {
    const member = await server.signUp();
    const received = await watch(member);
    const device = await server.connect(member);
    await eventually(() => expect(online(received)).toBe(true));
    const closedMs = Date.now();
    device.disconnect();
    await eventually(() => expect(online(received)).toBe(false));
    expect(Math.abs(Date.parse(received.at(-1)?.last_active ?? '') - closedMs)).toBeLessThan(10_000);
  });

  it('do not notice a reload', async () => {
    // Repeated if the reload takes longer than the grace period, as on a busy machine.
    const reload = async (): Promise<Presence[]> => {
      const member = await server.signUp();
      const received = await watch(member);
      const device = await server.connect(member);
      const closedMs = performance.now();
      device.disconnect();
      await sleep(300);
      await server.connect(member);
      return performance.now() - closedMs < CLOSE_GRACE_MS ? received : reload();
    };
    const received = await reload();
    await sleep(CLOSE_GRACE_MS + 1_000);
    expect(online(received)).toBe(true);
    expect(received.filter((presence) => !presence.is_online)).toEqual([]);
  });

  it('see a member online while one of several devices is active', async () => {
    const member = await server.signUp();
    const received = await watch(member);
    const [phone, laptop] = [await server.connect(member), await server.connect(member)];
    expect(await report(phone, false)).toMatchObject({ ok: true, data: { is_online: true } });
    await sleep(500);
    expect(online(received)).toBe(true);
    expect(await report(laptop, false)).toMatchObject({ ok: true, data: { is_online: false } });
    await eventually(() => expect(online(received)).toBe(false));
    expect(await report(phone, true)).toMatchObject({ ok: true, data: { is_online: true } });
    await eventually(() => expect(online(received)).toBe(true));
    phone.disconnect();
    await eventually(() => expect(online(received)).toBe(false));
  });

  it('see a silent device offline within 20 s', { timeout: 30_000 }, async () => {
    const member = await server.signUp();
    const received = await watch(member);
    const raw = await rawDevice(member);
    await eventually(() => expect(online(received)).toBe(true));
    (raw as unknown as { _socket: Socket })._socket.pause();
    await eventually(() => expect(online(received)).toBe(false));
    raw.terminate();
  });

  it('see a report by REST for 75 s', { timeout: 30_000 }, async () => {
    const member = await server.signUp();
    const received = await watch(member);
    const body = { isActive: true, lastActive: now() };
    expect((await server.call('POST /api/users/update-status', member.token, body)).body.data.is_online).toBe(true);
    await eventually(() => expect(online(received)).toBe(true));
    const lease = await server.database.pool.query<{ left: string }>(
      'SELECT extract(epoch FROM lease_until - now())::float8 AS left FROM devices WHERE user_id = $1',
      [member.id],
    );
    expect(Math.abs(Number(lease.rows[0]?.left) - 75)).toBeLessThan(3);
    await server.database.pool.query('UPDATE devices SET lease_until = now() WHERE user_id = $1', [member.id]);
    expect(await isOnline(member)).toBe(false);
    await eventually(() => expect(online(received)).toBe(false), SWEPT_WITHIN_MS);
  });

  it('see devices offline after their server’s lease expired', { timeout: 30_000 }, async () => {
    const member = await server.signUp();
    const received = await watch(member);
    const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
    await server.database.pool.query(`INSERT INTO servers VALUES ($1, now() + interval '2 seconds')`, [id]);
    await server.database.pool.query('INSERT INTO devices (id, user_id, server_id, active) VALUES ($1, $2, $3, true)', [
      `device of ${id}`,
      member.id,
      id,
    ]);
    expect(await isOnline(member)).toBe(true);
    await eventually(() => expect(online(received)).toBe(false), SWEPT_WITHIN_MS + 2_000);
    expect(await isOnline(member)).toBe(false);
  });

  it('see devices offline after their server stopped', { timeout: 30_000 }, async () => {
    const member = await server.signUp();
    const received = await watch(member);
    const other = await startTestServer({ beside: server });
    await other.connect(member, { reconnection: false });
    await eventually(async () => expect(await isOnline(member)).toBe(true));
    await other.app.close();
    expect(await isOnline(member)).toBe(false);
    await eventually(() => expect(online(received)).toBe(false), SWEPT_WITHIN_MS);
  });
});
