import { Agent } from 'node:https';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { PUSHED_AFTER_MS } from '@sangam/shared/notices/quiet-hours-and-mutes';
import { shiftedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { lookupHere, openPushService } from '@sangam/testing/push-service';
import { listenHere } from '@sangam/testing/servers/listening';
import { startTestServer } from '@sangam/testing/test-server';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import { createBus } from '../../platform/lib/bus.js';
import { ok } from '../../platform/lib/result.js';
import { addWebPushes } from '../../platform/records/web-push.js';

/** So long that a push that waited for an unanswered request would arrive after the end of its test. */
const NEVER_MS = 600_000;

/** Starts a host that treats each connection in this way; returns its origin. */
async function openHost(
  handleSocket: (socket: Socket) => void,
): Promise<{ origin: string; connections: () => number }> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const host = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    handleSocket(socket);
  });
  const port = await listenHere(host);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    host.close();
  });
  return { origin: `https://127.0.0.1:${port}`, connections: () => connections };
}

const garbage = (socket: Socket): void => {
  const timer = setInterval(() => socket.write('not TLS\r\n'), 100);
  socket.on('close', () => clearInterval(timer));
};

/** Starts a server with a working push service, on a network that allows any host. */
async function start({ host, answeredWithinMs = NEVER_MS }: { host?: string; answeredWithinMs?: number } = {}) {
  const service = await openPushService(host === undefined ? {} : { host });
  const clock = shiftedClock();
  const agent = new Agent({ keepAlive: true, maxSockets: 16, rejectUnauthorized: false, lookup: lookupHere });
  const server = await startTestServer({
    clock,
    webPushNetwork: { agent, allows: () => true },
    timings: { jobs: { pollMs: 100, retryFirstMs: 20 }, push: { gatherMs: 20, answeredWithinMs } },
  });
  onTestFinished(async () => {
    await server.close();
    agent.destroy();
    await service.close();
  });
  const { db, pool } = server.database;
  const bus = createBus<DomainEvents>(pino({ level: 'silent' }));
  return {
    server,
    service,
    /** Adds a member whose device is at this origin and has this many due notices. */
    async memberAt(origin: string, notices: number) {
      const member = await server.signUp();
      const { body } = service.subscribe();
      const endpoint = `${origin}/${member.id}`;
      expect((await server.call('PUT /api/push', member.token, { ...body, endpoint })).status).toBe(200);
      clock.aheadMs += 1_000;
      const { rows } = await pool.query<{ id: number }>(
        `INSERT INTO notifications (user_id, key, kind, title, created_at)
         SELECT $1, 'n' || n, 'project:unlisted', 'Solar Tracker', $3 FROM generate_series(1, $2) AS n RETURNING id`,
        [member.id, notices, clock.now()],
      );
      const changed = rows.map(({ id }) => ({ user_id: member.id, topic: `inbox:${id}` as const }));
      await transact(db, bus, async (trx, publish) => ok(await addWebPushes(trx, publish, changed, clock.now())));
    },
    skip: () => {
      clock.aheadMs += PUSHED_AFTER_MS;
    },
    waiting: async () => (await pool.query("SELECT FROM jobs WHERE kind LIKE 'push%'")).rowCount ?? 0,
  };
}

it.each<[string, number, (socket: Socket) => void]>([
  ['stays silent', 80, () => undefined],
  ['stays silent', 500, () => undefined],
  ['resets connections', 80, (socket) => socket.resetAndDestroy()],
  ['answers garbage', 80, garbage],
  [
    'sends one byte a second',
    80,
    (socket) => setInterval(() => socket.destroyed || socket.write('\x16'), 1_000).unref(),
  ],
])('a host that %s, with %i notices, delays no push to another host', async (_, notices, handleSocket) => {
  const { server, service, memberAt, skip, waiting } = await start();
  const host = await openHost(handleSocket);
  await memberAt(host.origin, notices);
  await eventually(() => expect(host.connections()).toBeGreaterThan(0));
  const [asha, bina] = [await server.signUp(), await server.signUp()];
  const device = service.subscribe();
  await server.call('PUT /api/push', bina.token, device.body);
  await server.call('POST /api/messages', asha.token, { receiver_id: bina.id, content: 'Hello' });
  await eventually(async () => expect(await waiting()).toBeGreaterThan(notices));
  skip();
  await eventually(() => expect(device.delivered()).toHaveLength(1));
});

it('no number of other hosts delays pushes to a browser vendor’s service', async () => {
  const { server, service, memberAt, skip, waiting } = await start({ host: 'fcm.googleapis.com' });
  const hosts = await Promise.all(Array.from({ length: 30 }, () => openHost(() => undefined)));
  for (const { origin } of hosts) await memberAt(origin, 5);
  const asked = () => hosts.filter(({ connections }) => connections() > 0).length;
  await eventually(() => expect(asked()).toBeGreaterThan(1));
  const [asha, bina] = [await server.signUp(), await server.signUp()];
  const device = service.subscribe();
  await server.call('PUT /api/push', bina.token, device.body);
  await server.call('POST /api/messages', asha.token, { receiver_id: bina.id, content: 'Hello' });
  await eventually(async () => expect(await waiting()).toBe(151));
  skip();
  await eventually(() => expect(device.delivered()).toHaveLength(1));
  expect(asked()).toBeLessThan(15);
});

it('a silent host is left alone for a while after its first failures', async () => {
  const { memberAt, waiting } = await start({ answeredWithinMs: 200 });
  const host = await openHost(() => undefined);
  await memberAt(host.origin, 40);
  await eventually(() => expect(host.connections()).toBeGreaterThan(0));
  // Its first requests have failed by then.
  await sleep(3_000);
  expect(host.connections()).toBeLessThan(10);
  await eventually(async () => expect(await waiting()).toBe(40));
});
