import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { peopleLimits } from '@sangam/shared/people/limits';
import { eventually } from '@sangam/testing/eventually';
import { addMembers } from '@sangam/testing/members';
import { runsAll } from '@sangam/testing/runs';
import { startProxy } from '@sangam/testing/servers/proxy';
import { startTemporaryRedis } from '@sangam/testing/servers/temporary-redis';
import { type ClientSocket, startTestServer, type TestMember } from '@sangam/testing/test-server';
import { afterAll, describe, expect, it } from 'vitest';
import { WAITING_MAX } from './publications.js';

const redis = await startTemporaryRedis();
afterAll(() => redis?.kill());

const timings = {
  redis: { heartbeat: { everyMs: 1_000, withinMs: 3_000 }, silentMaxMs: 3_000, reconnectMaxMs: 500 },
  cluster: { refreshSpreadMs: 500 },
};
/** With a Redis that is slow, but not found dead before the test is over, however long that takes. */
const patient = {
  redis: { heartbeat: { everyMs: 60_000, withinMs: 60_000 }, silentMaxMs: 120_000, reconnectMaxMs: 500 },
  cluster: { refreshSpreadMs: 500 },
};
/** Redis clients reconnect, sockets close and reconnect; and the machine may be busy. */
const HEALED_WITHIN_MS = 40_000;

/** Rejects when the answer is lost with the connection. */
const send = (socket: ClientSocket, to: TestMember, content: string, answeredWithinMs = 1_000) =>
  socket
    .timeout(answeredWithinMs)
    .emitWithAck('message:send', { receiver_id: to.id, content, client_id: randomUUID() });
/** A device's notifications about missed broadcasts, in order; each says whether broadcasts are paused. */
const pausesOf = (socket: ClientSocket) => {
  const pauses: boolean[] = [];
  socket.on('pushes:missed', ({ paused }) => pauses.push(paused));
  return pauses;
};
/** The same without repetitions: late broadcasts in a pause notify everyone again a moment after it. */
const changesOf = (pauses: readonly boolean[]) => pauses.filter((paused, at) => paused !== pauses[at - 1]);
const receivedBy = (socket: ClientSocket) => {
  const received: string[] = [];
  socket.on('message:new', (message) => received.push(message.content));
  return received;
};

describe.skipIf(redis === null)('two servers whose Redis fails', () => {
  it('notice a dead connection', { timeout: 60_000 }, async () => {
    const proxy = await startProxy({ host: '127.0.0.1', port: Number(new URL(redis?.url ?? '').port) });
    const server = await startTestServer({ timings, env: { REDIS_URL: `redis://127.0.0.1:${proxy.port}` } });
    const device = await server.connect(await server.signUp());
    const pauses = pausesOf(device);
    proxy.set('blackhole');
    // Members who connect and disconnect make the server write to it.
    for (const until = Date.now() + 5_500; Date.now() < until; await sleep(300))
      (await server.connect(await server.signUp())).disconnect();
    await eventually(() => expect(pauses).toEqual([true]));
    proxy.set('pass');
    await eventually(() => expect(pauses).toEqual([true, false]));
    expect(device.connected).toBe(true);
    await server.close();
    await proxy.close();
  });

  it('admit a device once another server’s broadcasts reach it', { timeout: 60_000 }, async () => {
    const proxy = await startProxy({ host: '127.0.0.1', port: Number(new URL(redis?.url ?? '').port) });
    await using one = await startTestServer({ timings, env: { REDIS_URL: redis?.url ?? '' } });
    const slow = { timings, env: { REDIS_URL: `redis://127.0.0.1:${proxy.port}` }, beside: one };
    const two = await startTestServer(slow);
    const [asha, bina] = [await one.signUp(), await one.signUp()];
    const sender = await one.connect(asha);
    // Each step of the way to Redis takes a while; but its client's limits count without it after a quarter of a second.
    proxy.set('stall');
    setTimeout(() => proxy.set('pass'), 700);
    const received = receivedBy(await two.connect(bina));
    await send(sender, bina, 'at once', 20_000);
    await eventually(() => expect(received).toContain('at once'));
    await two.close();
    await proxy.close();
  });

  it('make the other refresh members who missed more than the queue holds', { timeout: 60_000 }, async () => {
    const proxy = await startProxy({ host: '127.0.0.1', port: Number(new URL(redis?.url ?? '').port) });
    const one = await startTestServer({ timings: patient, env: { REDIS_URL: `redis://127.0.0.1:${proxy.port}` } });
    const two = await startTestServer({ timings: patient, env: { REDIS_URL: redis?.url ?? '' }, beside: one });
    const [asha, bina] = [await one.signUp(), await one.signUp()];
    const sender = await one.connect(asha);
    const receiver = await two.connect(bina);
    const pauses = pausesOf(receiver);
    proxy.set('stall');
    // Each message is published twice, and a socket may have some 200 pending.
    for (let sent = 0; 2 * sent <= WAITING_MAX; sent += 200)
      await Promise.all(Array.from({ length: 200 }, () => send(sender, bina, 'Hi', 30_000)));
    expect(pauses).toEqual([]);
    proxy.set('pass');
    await eventually(() => expect(pauses).toContain(false));
    expect(receiver.connected).toBe(true);
    await two.close();
    await one.close();
    await proxy.close();
  });

  it('admit a device without Redis, and make it refresh when Redis is back', { timeout: 60_000 }, async () => {
    const proxy = await startProxy({ host: '127.0.0.1', port: Number(new URL(redis?.url ?? '').port) });
    await using other = await startTestServer({ timings, env: { REDIS_URL: redis?.url ?? '' } });
    const cut = { timings: patient, env: { REDIS_URL: `redis://127.0.0.1:${proxy.port}` }, beside: other };
    const server = await startTestServer(cut);
    const member = await server.signUp();
    proxy.set('stall');
    const device = await server.connect(member);
    const pauses = pausesOf(device);
    // No heartbeat is missed yet, which would notify everyone.
    await sleep(300);
    expect(pauses).toEqual([]);
    proxy.set('pass');
    await eventually(() => expect(pauses).toEqual([false]));
    expect(device.connected).toBe(true);
    await server.close();
    await proxy.close();
  });

  it.each(['hang', 'kill'] as const)(
    'deliver within each server, and again to the other after a %s',
    async (fault) => {
      const env = { REDIS_URL: redis?.url ?? '' };
      await using one = await startTestServer({ timings, env });
      await using two = await startTestServer({ timings, env, beside: one });
      const [asha, bina, chitra] = [await one.signUp(), await one.signUp(), await one.signUp()];
      const repeated = { reconnection: true, reconnectionDelay: 50 };
      const sender = await one.connect(asha, repeated);
      const here = receivedBy(await one.connect(bina, repeated));
      const other = await two.connect(chitra, repeated);
      const there = receivedBy(other);
      // Whatever was lost: a client refreshes when it is notified.
      const pauses = pausesOf(other);
      await eventually(async () => {
        await send(sender, chitra, 'before');
        expect(there).toContain('before');
      }, HEALED_WITHIN_MS);
      pauses.length = 0;

      await redis?.[fault]();
      await sleep(200);
      expect(await send(sender, bina, `during a ${fault}`, 20_000)).toMatchObject({ ok: true });
      await eventually(() => expect(here).toContain(`during a ${fault}`));
      // A server without Redis still gets requests.
      const readiness = async () => (await one.call('GET /readyz')).body;
      if (fault === 'kill')
        await eventually(async () => expect(await readiness()).toMatchObject({ status: 'ready', redis: 'down' }));
      // New members are subscribed to later; those who leave are unsubscribed.
      const newcomer = await one.signUp();
      const comes = await two.connect(newcomer, repeated);
      const [late, pausesLate] = [receivedBy(comes), pausesOf(comes)];
      (await two.connect(await one.signUp())).disconnect();
      // Commands to a hung Redis are rejected when it dies.
      if (fault === 'hang') await redis?.kill();
      const changes = () => [changesOf(pauses), changesOf(pausesLate)];
      await eventually(() => expect(changes()).toEqual([[true], [true]]));
      await redis?.start();
      const once = [true, false];
      await eventually(() => expect(changes()).toEqual([once, once]));
      await eventually(async () => {
        await send(sender, chitra, `after a ${fault}`);
        await send(sender, newcomer, `after a ${fault}`);
        expect(there).toContain(`after a ${fault}`);
        expect(late).toContain(`after a ${fault}`);
      }, HEALED_WITHIN_MS);
      await eventually(async () => expect(await readiness()).toMatchObject({ status: 'ready', redis: 'up' }));
      expect([other.connected, comes.connected]).toEqual([true, true]);
    },
    120_000,
  );

  it.runIf(runsAll)(
    'deliver again after each hang, with hundreds of members watched',
    { timeout: 120_000 },
    async () => {
      const env = { REDIS_URL: redis?.url ?? '' };
      await using one = await startTestServer({ timings, env });
      await using two = await startTestServer({ timings, env, beside: one });
      const [asha, bina] = [await one.signUp(), await one.signUp()];
      const sender = await one.connect(asha);
      const devices = [await two.connect(bina), await two.connect(await one.signUp())];
      const watched = await addMembers(one.database, devices.length * peopleLimits.watchMax, one.jwtSecret);
      for (const device of devices) {
        const userIds = watched.splice(0, peopleLimits.watchMax).map(({ id }) => id);
        expect(await device.emitWithAck('presence:watch', { userIds })).toMatchObject({ ok: true });
      }
      const [pauses, received] = [devices.map(pausesOf), devices.map(receivedBy)];
      const arePaused = () => pauses.map((each) => each.at(-1));
      for (const hang of ['one', 'two']) {
        redis?.hang();
        await eventually(() => expect(arePaused()).toEqual([true, true]), HEALED_WITHIN_MS);
        // Let an attempt to connect fail, too.
        await sleep(1.5 * timings.redis.silentMaxMs);
        redis?.resume();
        await eventually(() => expect(arePaused()).toEqual([false, false]), HEALED_WITHIN_MS);
        await send(sender, bina, `after hang ${hang}`, 20_000);
        await eventually(() => expect(received[0]).toContain(`after hang ${hang}`));
      }
    },
  );
});
