import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type RedisClientType } from '@redis/client';
import { eventually } from '@sangam/testing/eventually';
import { recordedLog } from '@sangam/testing/recorded-log';
import { startProxy } from '@sangam/testing/servers/proxy';
import { startTemporaryRedis } from '@sangam/testing/servers/temporary-redis';
import { type ClientSocket, startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';

const redis = await startTemporaryRedis();
const env = { REDIS_URL: redis?.url ?? '' };
afterAll(() => redis?.kill());

const timings = {
  redis: { reconnectMaxMs: 200, closedWithinMs: 5_000 },
  cluster: { refreshSpreadMs: 100, missedTogetherMs: 20, deathSpreadMs: 100, lookEveryMs: 100, lateAfterMs: 60_000 },
};
const send = (socket: ClientSocket, to: TestMember, content: string) =>
  socket.emitWithAck('message:send', { receiver_id: to.id, content, client_id: randomUUID() });
const receivedBy = (socket: ClientSocket) => {
  const received: string[] = [];
  socket.on('message:new', (message) => received.push(message.content));
  return received;
};
const pausesOf = (socket: ClientSocket) => {
  const pauses: boolean[] = [];
  socket.on('pushes:missed', ({ paused }) => pauses.push(paused));
  return pauses;
};
/** Whether a device is admitted within `withinMs`: on a busy machine not every one is, but a blocked one never is. */
const letsInWithin = (withinMs: number, server: TestServer, member: TestMember) =>
  eventually(async () => {
    const startedMs = performance.now();
    const device = await server.connect(member);
    expect(performance.now() - startedMs).toBeLessThan(withinMs);
    return device;
  });
const connected = async (url: string): Promise<RedisClientType> => {
  // A test kills connections, and a failed one leaves its own behind: without a listener, the event would end the process.
  const client = createClient({ url }).on('error', () => undefined) as RedisClientType;
  await client.connect();
  return client;
};
const ask = async <T>(url: string, question: (client: RedisClientType) => Promise<T>) => {
  const client = await connected(url);
  const answer = await question(client);
  client.destroy();
  return answer;
};
const mailboxes = (url: string) =>
  ask(url, async (client) => (await client.pubSubShardChannels()).filter((name) => name.includes(':mailbox:')));

describe.skipIf(redis === null)('servers with a mailbox each', () => {
  it('send each other broadcasts for their members, right after they connect, and nothing else', async () => {
    await using one = await startTestServer({ timings, env });
    await using two = await startTestServer({ timings, env, beside: one });
    const [asha, bina, chitra] = [await one.signUp(), await one.signUp(), await one.signUp()];
    const [sender, other] = [await one.connect(asha), await one.connect(bina)];
    const here = receivedBy(other);
    const there = receivedBy(await two.connect(chitra));
    const letters: string[] = [];
    const watching = await connected(env.REDIS_URL);
    for (const mailbox of await mailboxes(env.REDIS_URL))
      await watching.sSubscribe(mailbox, (letter) => letters.push(letter));
    for (let n = 0; n < 10; n += 1) await send(sender, bina, `here ${n}`);
    await send(sender, chitra, 'there');
    await eventually(() => expect(there).toEqual(['there']));
    await eventually(() => expect(here).toHaveLength(10));
    await eventually(() => expect(letters.join()).toContain('there'));
    expect(letters.join()).not.toContain('here 0');
    watching.destroy();
  });

  it('miss nothing from a server that starts later, and it misses nothing from them', async () => {
    await using one = await startTestServer({ timings, env });
    const [asha, bina] = [await one.signUp(), await one.signUp()];
    const sender = await one.connect(asha);
    for (let n = 0; n < 3; n += 1) {
      await using later = await startTestServer({ timings, env, beside: one });
      const device = await later.connect(bina);
      const [received, answers] = [receivedBy(device), receivedBy(sender)];
      await send(sender, bina, `to ${n}`);
      await send(device, asha, `back ${n}`);
      await eventually(() => expect([received, answers]).toEqual([[`to ${n}`], [`back ${n}`]]));
    }
  });

  it('make nobody refresh when one of them stops', async () => {
    // Even on a busy machine, a server is neither late to answer nor slow to stop: devices would refresh after either.
    const patient = {
      redis: { ...timings.redis, closedWithinMs: 30_000, heartbeat: { everyMs: 60_000, withinMs: 60_000 } },
      cluster: { ...timings.cluster, joinedWithinMs: 30_000, confirmedWithinMs: 30_000 },
    };
    await using one = await startTestServer({ timings: patient, env });
    const two = await startTestServer({ timings: patient, env, beside: one });
    const device = await one.connect(await one.signUp());
    await two.connect(await one.signUp());
    const pauses = pausesOf(device);
    await two.close();
    await sleep(500);
    expect(pauses).toEqual([]);
  });

  it('make members refresh once for one of them that sends but can’t listen, and deliver what it sends', {
    timeout: 60_000,
  }, async () => {
    const full = await startTemporaryRedis();
    if (full === null) throw new Error('there is no Redis');
    const control = await connected(full.url);
    onTestFinished(async () => {
      control.destroy();
      await full.stop();
    });
    const clients = async (type: string) => {
      const list = String(await control.sendCommand(['CLIENT', 'LIST', 'TYPE', type]));
      return [...list.matchAll(/^id=(\d+)/gmu)].map(([, id = '']) => id);
    };
    const { log, lines } = recordedLog('info');
    const said = () => lines.flatMap((line) => JSON.parse(line).msg.match(/server has died|is back/u) ?? []);
    const start = (options = {}) => startTestServer({ ...options, timings, env: { REDIS_URL: full.url } });
    await using one = await start({ log });
    const before = await clients('pubsub');
    await using two = await start({ beside: one });
    const [asha, bina] = [await one.signUp(), await one.signUp()];
    const [device, other] = [await one.connect(asha), await two.connect(bina)];
    const [pauses, received] = [pausesOf(device), receivedBy(device)];
    const listener = (await clients('pubsub')).find((id) => !before.includes(id)) ?? '';

    // Redis has no room for its new connection, and keeps the one that publishes.
    const room = (await clients('pubsub')).length + (await clients('normal')).length;
    await control.configSet('maxclients', String(room - 1));
    await control.sendCommand(['CLIENT', 'KILL', 'ID', listener]);
    await eventually(() => expect(said()).toEqual(['server has died']));
    const sent = Array.from({ length: 12 }, (_, n) => `message ${n}`);
    for (const content of sent) {
      await send(other, asha, content);
      await sleep(200);
    }
    await eventually(() => expect(received).toEqual(sent));
    expect(said()).toEqual(['server has died']);
    expect(pauses).toEqual([false]);

    await control.configSet('maxclients', '1000');
    await eventually(() => expect(said()).toEqual(['server has died', 'is back']));
    const back = receivedBy(other);
    await eventually(async () => {
      await send(device, bina, 'back');
      expect(back).toContain('back');
    });
    expect(pauses.length).toBeLessThanOrEqual(3);
  });

  it('make all members refresh again for one of them that lost Redis, stored more, and stopped', async () => {
    const proxy = await startProxy({ host: '127.0.0.1', port: Number(new URL(env.REDIS_URL).port) });
    onTestFinished(() => proxy.close());
    const quick = { ...timings, presence: { leaseMs: 2_000, leaseRenewMs: 300 } };
    await using one = await startTestServer({ timings: quick, env });
    const behindProxy = { REDIS_URL: `redis://127.0.0.1:${proxy.port}` };
    const two = await startTestServer({ timings: quick, env: behindProxy, beside: one });
    const [asha, bina] = [await one.signUp(), await one.signUp()];
    const [device, other] = [await one.connect(asha), await two.connect(bina)];
    const [pauses, received] = [pausesOf(device), receivedBy(device)];
    proxy.set('refuse');
    await eventually(() => expect(pauses).toEqual([false]));
    await send(other, asha, 'stored');
    await two.close();
    await eventually(() => expect(pauses).toEqual([false, false]));
    expect(received).toEqual([]);
  });

  it('make all members refresh when one of them dies, whatever it had committed last', async () => {
    const proxy = await startProxy({ host: '127.0.0.1', port: Number(new URL(env.REDIS_URL).port) });
    const patient = { ...timings, cluster: { ...timings.cluster, confirmedWithinMs: 1_500 } };
    await using one = await startTestServer({ timings: patient, env });
    const dying = { timings, env: { REDIS_URL: `redis://127.0.0.1:${proxy.port}` }, beside: one };
    const two = await startTestServer(dying);
    const pauses = pausesOf(await one.connect(await one.signUp()));
    // The other server sees the same: Redis has lost its connections.
    proxy.set('refuse');
    proxy.cut();
    await eventually(() => expect(pauses).toContain(false));
    expect(pauses).not.toContain(true);
    // The dead server keeps no new device waiting.
    await letsInWithin(patient.cluster.confirmedWithinMs - 300, one, await one.signUp());
    await two.close();
    await proxy.close();
  });

  it('wait for a frozen one until they find it late, and refresh members it may have omitted', async () => {
    const proxy = await startProxy({ host: '127.0.0.1', port: Number(new URL(env.REDIS_URL).port) });
    const slowly = { ...timings, cluster: { ...timings.cluster, confirmedWithinMs: 1_500 } };
    await using one = await startTestServer({ timings: slowly, env });
    const frozen = { timings, env: { REDIS_URL: `redis://127.0.0.1:${proxy.port}` }, beside: one };
    const two = await startTestServer(frozen);
    const [first, second] = [await one.signUp(), await one.signUp()];
    proxy.set('stall');
    await one.connect(first);
    const pauses = pausesOf(await letsInWithin(slowly.cluster.confirmedWithinMs - 300, one, second));
    expect(pauses).toEqual([]);
    proxy.set('pass');
    await eventually(() => expect(pauses).toContain(false));
    expect(pauses).not.toContain(true);
    await two.close();
    await proxy.close();
  });

  it('continue as three after one has lost its mailbox, and its members refresh', async () => {
    const proxy = await startProxy({ host: '127.0.0.1', port: Number(new URL(env.REDIS_URL).port) });
    await using one = await startTestServer({ timings, env });
    await using two = await startTestServer({ timings, env, beside: one });
    const cut = { timings, env: { REDIS_URL: `redis://127.0.0.1:${proxy.port}` }, beside: one };
    const three = await startTestServer(cut);
    const members = [await one.signUp(), await one.signUp(), await one.signUp()] as const;
    const devices = [
      await one.connect(members[0]),
      await two.connect(members[1]),
      await three.connect(members[2]),
    ] as const;
    const pauses = pausesOf(devices[2]);
    proxy.cut();
    await eventually(() => expect(pauses.at(-1)).toBe(false));
    const received = devices.map(receivedBy);
    for (const from of [0, 1, 2] as const)
      for (const to of [0, 1, 2] as const) if (from !== to) await send(devices[from], members[to], `${from} to ${to}`);
    await eventually(() =>
      expect(received.map((list) => [...list].sort())).toEqual([
        ['1 to 0', '2 to 0'],
        ['0 to 1', '2 to 1'],
        ['0 to 2', '1 to 2'],
      ]),
    );
    await three.close();
    await proxy.close();
  });

  it('have their clients poll while a server without a mailbox takes part', async () => {
    const before = await mailboxes(env.REDIS_URL);
    await using one = await startTestServer({ timings, env });
    const pauses = pausesOf(await one.connect(await one.signUp()));
    const name = (await mailboxes(env.REDIS_URL)).find((each) => !before.includes(each));
    const older = await connected(env.REDIS_URL);
    await sleep(300);
    expect(pauses).toEqual([]);
    await older.sSubscribe(`${name?.split(':mailbox:')[0]}#/#`, () => undefined);
    await eventually(() => expect(pauses).toEqual([true]));
    older.destroy();
    await eventually(() => expect(pauses).toEqual([true, false]));
  });

  it.each([
    ['only their publications', () => ['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes']],
    ['only their subscriptions', () => ['CLIENT', 'KILL', 'TYPE', 'pubsub']],
    ['no connection, from one that became its replica', (port: string) => ['REPLICAOF', '127.0.0.1', port]],
  ])('follow Redis with all connections after a failover that moved %s', { timeout: 90_000 }, async (_, command) => {
    const [first, spare] = [await startTemporaryRedis(), await startTemporaryRedis()];
    if (first === null || spare === null) throw new Error('there is no Redis');
    const [before, after] = [new URL(first.url).port, new URL(spare.url).port];
    const target = { host: '127.0.0.1', port: Number(before) };
    const proxy = await startProxy(target);
    const one = await startTestServer({ timings, env: { REDIS_URL: `redis://127.0.0.1:${proxy.port}` } });
    const pauses = pausesOf(await one.connect(await one.signUp()));
    target.port = Number(after);
    await ask(first.url, (client) => client.sendCommand(command(after)));
    await eventually(async () => expect(await mailboxes(spare.url)).toHaveLength(1));
    await eventually(() => expect(pauses.at(-1)).toBe(false));
    await one.close();
    await proxy.close();
    await spare.stop();
    await first.stop();
  });

  it('notice that their mailbox is deaf although Redis still sees a listener', { timeout: 90_000 }, async () => {
    const [first, spare] = [await startTemporaryRedis(), await startTemporaryRedis()];
    if (first === null || spare === null) throw new Error('there is no Redis');
    const target = { host: '127.0.0.1', port: Number(new URL(first.url).port) };
    const proxy = await startProxy(target);
    const one = await startTestServer({ timings, env: { REDIS_URL: `redis://127.0.0.1:${proxy.port}` } });
    const pauses = pausesOf(await one.connect(await one.signUp()));
    // Its earlier connection to the other Redis is half open.
    const [mailbox = ''] = await mailboxes(first.url);
    const halfOpen = await connected(spare.url);
    await halfOpen.sSubscribe(mailbox, () => undefined);
    target.port = Number(new URL(spare.url).port);
    await ask(first.url, (client) => client.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes']));
    const listeners = () => ask(spare.url, (client) => client.pubSubShardNumSub([mailbox]));
    await eventually(async () => expect(await listeners()).toEqual({ [mailbox]: 2 }));
    await eventually(() => expect(pauses.at(-1)).toBe(false));
    halfOpen.destroy();
    await one.close();
    await proxy.close();
    await spare.stop();
    await first.stop();
  });
});
