import { createShardedAdapter } from '@socket.io/redis-adapter';
import type { Logger } from 'pino';
import { createClient, type RedisClientType } from 'redis';
import type { Io } from './devices.js';

export interface ClusterAdapter {
  close(): Promise<void>;
}

const SELF_TEST_MS = 3_000;

/**
 * Joins the servers on one Redis: the sharded adapter, in dynamic mode. Tests itself first, because a pairing of adapter
 * and client that delivers nothing would otherwise go unnoticed.
 */
export async function useRedisAdapter(io: Io, url: string, log: Logger): Promise<ClusterAdapter> {
  const pub: RedisClientType = createClient({
    url,
    socket: { reconnectStrategy: (tries: number) => Math.min(100 * 2 ** tries, 5_000) },
  }) as RedisClientType;
  const sub = pub.duplicate();
  for (const [name, client] of Object.entries({ pub, sub }))
    client.on('error', (error) => log.warn({ err: error, client: name }, 'the Redis connection failed'));
  await Promise.all([pub.connect(), sub.connect()]);
  await selfTest(pub, sub);
  io.adapter(createShardedAdapter(pub, sub, { subscriptionMode: 'dynamic' }));
  return {
    async close() {
      await Promise.allSettled([pub.close(), sub.close()]);
    },
  };
}

async function selfTest(pub: RedisClientType, sub: RedisClientType): Promise<void> {
  const channel = `sangam-self-test:${process.pid}:${Date.now()}`;
  let timer: NodeJS.Timeout | undefined;
  const arrived = new Promise<void>((resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Redis is reachable but delivers no sharded messages.')), SELF_TEST_MS);
    sub.sSubscribe(channel, () => resolve()).catch(reject);
  });
  const beat = setInterval(() => void pub.sPublish(channel, 'ping').catch(() => undefined), 50);
  try {
    await arrived;
  } finally {
    clearInterval(beat);
    clearTimeout(timer);
    await sub.sUnsubscribe(channel);
  }
}
