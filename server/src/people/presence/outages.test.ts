import { setTimeout as sleep } from 'node:timers/promises';
import { hourMs } from '@sangam/shared/core/limits';
import { shiftedClock } from '@sangam/testing/clocks';
import { withDatabase } from '@sangam/testing/database/template';
import { eventually } from '@sangam/testing/eventually';
import { isOnline as askOnline, lastOnline as online, watchPresence } from '@sangam/testing/presence';
import { isOnServices } from '@sangam/testing/servers/faulty-servers';
import { freePort, spawnServer } from '@sangam/testing/servers/process';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { type Database, openPostgres } from '../../platform/db/database.js';
import type { DomainEvents } from '../../platform/events.js';
import { createBus } from '../../platform/lib/bus.js';
import { systemClock } from '../../platform/lib/clock.js';
import { createRateLimits } from '../../platform/limits/rate-limits.js';
import { defaultTimings } from '../../platform/timings.js';
import type {} from '../live.js';
import { createPresenceService } from './service.js';

const template = inject('template');
const timings = defaultTimings.presence;
const CHECK_MS = 300;
const SWEPT_WITHIN_MS = 12_000;
const log = pino({ level: 'silent' });

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    timings: { presence: { closeGraceMs: 1_500, leaseRenewMs: 500, checkMs: CHECK_MS } },
  });
});
afterAll(() => server.close());

const now = () => new Date().toISOString();
const watch = (member: TestMember) => watchPresence(server, member);
const isOnline = (member: TestMember) => askOnline(server, member);

/** Creates another server's presence on the same database. Unless the test passes a bus, nothing that it publishes reaches a client. */
const createPresence = (options: Partial<Parameters<typeof createPresenceService>[0]> = {}) => {
  const { db = server.database.db, bus = createBus<DomainEvents>(log) } = options;
  const limits = createRateLimits(null, null, () => undefined);
  const deps = { db, urgentDb: db, leaseDb: db, bus, clock: systemClock, log, hasOtherServers: true, timings, limits };
  return createPresenceService({ ...deps, ...options });
};

/** Opens a separate pool on the same database, as a server on another machine has. */
async function openOwnPool({ database: { pool } }: TestServer): Promise<Database> {
  const database = openPostgres(String(pool.options.connectionString), pool.options.max, log);
  onTestFinished(() => database.close());
  return database;
}

/** Two servers hold leases, and a watcher on each sees a member of each. */
async function openTwo() {
  const presence = { leaseMs: 6_000, leaseRenewMs: 1_000, retryMs: 200, checkMs: 300, closeGraceMs: 500 };
  const options = { env: { REDIS_URL: inject('redisUrl') ?? '' }, timings: { presence } };
  const one = await startTestServer(options);
  onTestFinished(() => one.close());
  const two = await startTestServer({ ...options, beside: { ...one, database: await openOwnPool(one) } });
  onTestFinished(() => two.close());
  const [asha, bina, watcher] = [await one.signUp(), await one.signUp(), await one.signUp()];
  await one.connect(asha);
  await two.connect(bina);
  await eventually(async () => {
    for (const member of [asha, bina]) expect(await askOnline(one, member)).toBe(true);
  });
  const received: boolean[] = [];
  for (const at of [one, two]) {
    const socket = await at.connect(watcher);
    socket.on('presence:changed', ({ is_online }) => received.push(is_online));
    expect(await socket.emitWithAck('presence:watch', { userIds: [asha.id, bina.id] })).toMatchObject({ ok: true });
  }
  return { one, two, members: [asha, bina], received, leaseMs: presence.leaseMs };
}

/** Takes all connections of a server's pool, as slow statements do. */
async function holdPool({ database: { pool } }: TestServer): Promise<Disposable> {
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  return {
    [Symbol.dispose]() {
      for (const client of held) client.release();
    },
  };
}

it.runIf(isOnServices)('shows the members of a server with a busy pool as online', { timeout: 60_000 }, async () => {
  const { one, two, members, received, leaseMs } = await openTwo();
  {
    using _ = await holdPool(two);
    for (const untilMs = performance.now() + 1.5 * leaseMs; performance.now() < untilMs; await sleep(200))
      for (const member of members) expect(await askOnline(one, member)).toBe(true);
  }
  await sleep(leaseMs / 2);
  expect(received).not.toContain(false);
});

describe('after an outage', () => {
  it.runIf(isOnServices)('in which all leases expired, shows nobody as offline', { timeout: 60_000 }, async () => {
    const { one, members, received, leaseMs } = await openTwo();
    const holder = await one.database.pool.connect();
    await holder.query('BEGIN; LOCK TABLE servers, devices IN ACCESS EXCLUSIVE MODE');
    await sleep(1.5 * leaseMs);
    await holder.query('ROLLBACK');
    holder.release();
    await eventually(async () => {
      for (const member of members) expect(await askOnline(one, member)).toBe(true);
    });
    await sleep(leaseMs / 2);
    expect(received).not.toContain(false);
  });

  it('stores devices that connected and disconnected while the database refused them', {
    timeout: 30_000,
  }, async () => {
    const [comes, goes] = [await server.signUp(), await server.signUp()];
    const leaving = await server.connect(goes);
    await eventually(async () => expect(await isOnline(goes)).toBe(true));
    await server.database.pool.query('ALTER TABLE devices RENAME COLUMN active TO away');
    await server.connect(comes);
    leaving.disconnect();
    await sleep(3_000);
    await server.database.pool.query('ALTER TABLE devices RENAME COLUMN away TO active');
    await eventually(async () => {
      expect(await isOnline(comes)).toBe(true);
      expect(await isOnline(goes)).toBe(false);
    });
  });

  it('restores the devices of a server that lost its lease', { timeout: 30_000 }, async () => {
    const member = await server.signUp();
    const received = await watch(member);
    await server.connect(member);
    await eventually(() => expect(online(received)).toBe(true));
    await server.database.pool.query('DELETE FROM servers');
    await server.database.pool.query('DELETE FROM devices');
    expect(await isOnline(member)).toBe(false);
    await eventually(async () => expect(await isOnline(member)).toBe(true), SWEPT_WITHIN_MS);
  });
});

it('broadcasts a change again after another server has sent the opposite', async () => {
  const member = await server.signUp();
  const received: boolean[] = [];
  const start = async () => {
    const bus = createBus<DomainEvents>(log);
    bus.on('presence:changed', (presence) => void received.push(presence.is_online));
    const presence = createPresence({ bus });
    await presence.start();
    return presence;
  };
  const [one, two] = [await start(), await start()];
  one.socketOpened('on one', member.id);
  two.socketOpened('on two', member.id);
  await eventually(() => expect(received.filter(Boolean).length).toBeGreaterThanOrEqual(2));
  const reportOf = (isActive: boolean) => ({ isActive, lastActive: now() });
  await one.reportFromSocket('on one', member.id, reportOf(false));
  await two.reportFromSocket('on two', member.id, reportOf(false));
  await eventually(() => expect(received.at(-1)).toBe(false));
  await one.reportFromSocket('on one', member.id, reportOf(true));
  await eventually(() => expect(received.at(-1)).toBe(true));
  await Promise.all([one.stop(), two.stop()]);
});

it('broadcasts changes that follow one another within a second together, and the last one', async () => {
  const member = await server.signUp();
  const bus = createBus<DomainEvents>(log);
  const received: boolean[] = [];
  bus.on('presence:changed', ({ is_online }) => void received.push(is_online));
  const presence = createPresence({ bus, hasOtherServers: false });
  await presence.start();
  presence.socketOpened('changes all the time', member.id);
  await eventually(() => expect(received).toEqual([true]));
  const fromMs = performance.now();
  for (let change = 0; change <= 60; change += 1)
    await presence.reportFromSocket('changes all the time', member.id, {
      isActive: change % 2 === 1,
      lastActive: now(),
    });
  await eventually(async () => expect([received.at(-1), await isOnline(member)]).toEqual([false, false]));
  expect(received.length).toBeLessThanOrEqual(3 + (performance.now() - fromMs) / timings.apartMs);
  await presence.stop();
});

it('repeats a broadcast a moment later, in case an older one of another server arrived after it', async () => {
  const member = await server.signUp();
  const bus = createBus<DomainEvents>(log);
  const received: boolean[] = [];
  bus.on('presence:changed', (presence) => void received.push(presence.is_online));
  const presence = createPresence({ bus });
  await presence.start();
  presence.socketOpened('a device', member.id);
  await eventually(() => expect(received).toEqual([true, true]));
  await presence.stop();
});

describe('after a loss', () => {
  it('of another server’s broadcast, watchers still get the change after a moment', async () => {
    const member = await server.signUp();
    const received = await watch(member);
    // A server whose broadcasts reach nobody, as when Redis loses them.
    const presence = createPresence({ timings: { ...timings, closeGraceMs: 100 } });
    await presence.start();
    presence.socketOpened(`unsent ${member.id}`, member.id);
    await eventually(() => expect(online(received)).toBe(true));
    presence.socketClosed(`unsent ${member.id}`);
    await eventually(() => expect(online(received)).toBe(false));
    // Once each: watchers don't get the same presence again.
    await sleep(3 * CHECK_MS);
    expect(received.map(({ is_online }) => is_online)).toEqual([true, false]);
    await presence.stop();
  });

  it('of a renewal’s answer, members stay online', async () => {
    const member = await server.signUp();
    let isLosing = false;
    let lost = 0;
    const db = server.database.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (isLosing && result.rows.some((row) => 'is_new' in row)) {
          lost += 1;
          throw new Error('the answer was lost');
        }
        return result;
      },
    });
    const short = { ...timings, leaseRenewMs: 200, retryMs: 100 };
    const bus = createBus<DomainEvents>(log);
    const presence = createPresence({ db, bus, timings: short });
    await presence.start();
    presence.socketOpened(`kept ${member.id}`, member.id);
    await eventually(async () => expect(await isOnline(member)).toBe(true));
    isLosing = true;
    // The other servers treat it as dead, as they do after a long freeze.
    await server.database.pool.query('DELETE FROM servers');
    await server.database.pool.query('DELETE FROM devices WHERE user_id = $1', [member.id]);
    await eventually(() => expect(lost).toBeGreaterThan(0));
    isLosing = false;
    await eventually(async () => expect(await isOnline(member)).toBe(true));
    await presence.stop();
  });
});

describe('after a clock was set back by an hour', () => {
  it('on a server, a closed device goes offline', async () => {
    const member = await server.signUp();
    const clock = shiftedClock();
    const short = { ...timings, closeGraceMs: 300 };
    const presence = createPresence({ clock, hasOtherServers: false, timings: short });
    await presence.start();
    presence.socketOpened('open in both hours', member.id);
    await eventually(async () => expect(await isOnline(member)).toBe(true));
    presence.socketClosed('open in both hours');
    clock.aheadMs = -hourMs;
    await eventually(async () => expect(await isOnline(member)).toBe(false));
    await presence.stop();
  });

  it('in the database, members go offline when their server has died or their reports have ended', async () => {
    const { pool } = server.database;
    const [onServer, onReports] = [await server.signUp(), await server.signUp()];
    const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964fe';
    // Leases from before the clock was set back.
    await pool.query(`INSERT INTO servers VALUES ($1, now() + interval '1 hour')`, [id]);
    await pool.query('INSERT INTO devices (id, user_id, server_id, active) VALUES ($3, $2, $1, true)', [
      id,
      onServer.id,
      `device of ${id}`,
    ]);
    await pool.query(
      `INSERT INTO devices (id, user_id, lease_until, active) VALUES ($1, $2, now() + interval '1 hour', true)`,
      [`rest:${id}`, onReports.id],
    );
    const short = { ...timings, leaseMs: 1_000, restLeaseMs: 1_000, leaseRenewMs: 200 };
    const presence = createPresence({ timings: short });
    await presence.start();
    expect([await isOnline(onServer), await isOnline(onReports)]).toEqual([true, true]);
    await eventually(async () => {
      expect([await isOnline(onServer), await isOnline(onReports)]).toEqual([false, false]);
    }, 4_000);
    await presence.stop();
  });
});

describe.runIf(template.kind === 'postgres')('kill -9 of a server', () => {
  it('shows its members offline within 45 s', { timeout: 70_000 }, async () => {
    if (template.kind !== 'postgres') return;
    const { rows } = await server.database.pool.query<{ name: string }>('SELECT current_database() AS name');
    const port = await freePort();
    const crashed = spawnServer({
      PORT: String(port),
      DATABASE_URL: withDatabase(template.url, rows[0]?.name ?? ''),
      REDIS_URL: '',
      JWT_SECRET: server.jwtSecret,
    });
    await crashed.listening;
    const member = await server.signUp();
    const received = await watch(member);
    const raw = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
    raw.on('error', () => undefined);
    raw.on('message', (data) => {
      if (String(data).startsWith('0')) raw.send(`40${JSON.stringify({ token: member.token })}`);
    });
    await eventually(async () => expect(await isOnline(member)).toBe(true));
    crashed.child.kill('SIGKILL');
    await eventually(() => expect(online(received)).toBe(false), 45_000);
  });
});
