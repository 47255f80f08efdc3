import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@sangam/testing/eventually';
import { recordedLog } from '@sangam/testing/recorded-log';
import { listenHere } from '@sangam/testing/servers/listening';
import { startTemporaryRedis } from '@sangam/testing/servers/temporary-redis';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { defaultTimings } from '../timings.js';
import { createRedis } from './redis.js';

const redis = await startTemporaryRedis();
afterAll(() => redis?.stop());
/** Long enough for each client to try several times. */
const AWAY_MS = 1_500;

const outage = ['the Redis connection failed; trying again', 'Redis is connected again'];

/** Two clients of the server at `url`, and what they log. */
async function startClients(url: string, own: Partial<typeof defaultTimings.redis> = {}) {
  const { log, lines } = recordedLog('info');
  const timings = { ...defaultTimings.redis, reconnectMaxMs: 200, ...own };
  const clients = await createRedis(url, 'secret', log, timings);
  onTestFinished(() => clients.close());
  for (const name of ['one', 'other']) await clients.client(name, timings.heartbeat);
  return { clients, logged: () => lines.map((line) => JSON.parse(line).msg) };
}

/** A proxy to the Redis on `port` that can keep new connections busy with messages for a while, and answer nothing. */
async function startDetour(port: number) {
  const talk = '>1\r\n+and another thing\r\n';
  let isTalking = false;
  const sockets = new Set<Socket>();
  const talkedAt = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
    if (isTalking) return talkedAt.add(socket.on('close', () => talkedAt.delete(socket)).resume());
    const upstream = connect(port, '127.0.0.1').on('error', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
    return socket.pipe(upstream).pipe(socket);
  });
  const talking = setInterval(() => {
    for (const socket of talkedAt) socket.write(talk);
  }, 50);
  const disconnect = () => {
    for (const socket of sockets) socket.destroy();
  };
  const detourPort = await listenHere(server);
  onTestFinished(async () => {
    clearInterval(talking);
    disconnect();
    await new Promise((closed) => server.close(closed));
  });
  return {
    url: `redis://127.0.0.1:${detourPort}`,
    /** Cuts all connections. New ones receive endless messages and no answer. */
    begin() {
      isTalking = true;
      disconnect();
    },
    /** Leads new connections to Redis again. The others continue as they are. */
    end() {
      isTalking = false;
    },
    talkedAt: () => talkedAt.size,
  };
}

describe.skipIf(redis === null)('clients of Redis', () => {
  const url = redis?.url ?? '';

  it('log once that Redis is away, and once that it is back', async () => {
    const { clients, logged } = await startClients(url);
    await redis?.kill();
    await eventually(() => expect(clients.isUp()).toBe(false));
    await sleep(AWAY_MS);
    await redis?.start();
    await eventually(() => expect(clients.isUp()).toBe(true));
    expect(logged()).toEqual(outage);
  });

  it('log once that Redis hangs, and once that it answers again', async () => {
    const heartbeat = { everyMs: 100, withinMs: 300 };
    const { clients, logged } = await startClients(url, { heartbeat });
    redis?.hang();
    await eventually(() => expect(clients.isUp()).toBe(false));
    await sleep(AWAY_MS);
    redis?.resume();
    await eventually(() => expect(clients.isUp()).toBe(true));
    expect(logged()).toEqual(outage);
  });

  it('connect again when an attempt neither succeeds nor fails', { timeout: 30_000 }, async () => {
    const detour = await startDetour(Number(new URL(url).port));
    const heartbeat = { everyMs: 100, withinMs: 5_000 };
    const { clients, logged } = await startClients(detour.url, { heartbeat, silentMaxMs: 500 });
    detour.begin();
    await eventually(() => expect(detour.talkedAt()).toBe(2));
    detour.end();
    await eventually(() => expect(clients.isUp()).toBe(true));
    expect(detour.talkedAt()).toBe(0);
    expect(logged()).toEqual(outage);
  });
});
