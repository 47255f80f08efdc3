import { createShardedAdapter } from '@socket.io/redis-adapter';
import type { Logger } from 'pino';
import type { RedisClientType } from 'redis';
import type { Redis } from '../../lib/redis.js';
import type { Devices, Io } from './devices.js';
import { bundlePublications } from './publications.js';
import { refreshAfterOutage } from './redis-outage.js';
import { keepSubscriptions } from './subscriptions.js';

const SELF_TEST_MS = 3_000;
/** A connection that leads nowhere shows within 10 s. */
const heartbeat = { everyMs: 3_000, withinMs: 7_000 };

export interface Cluster {
  /** Resolves once what other servers publish to this room, which a device has joined, arrives here. */
  heard(room: string): Promise<void>;
}

/**
 * Joins the servers on one Redis: the sharded adapter, in dynamic mode. Tests itself first, because a pairing of adapter
 * and client that delivers nothing would otherwise go unnoticed.
 */
export async function useRedisAdapter(
  io: Io,
  { redis, devices, log }: { redis: Redis; devices: Devices; log: Logger },
): Promise<Cluster> {
  const [pub, sub] = await Promise.all([
    // A timer for each command would cost as much as the command.
    redis.client('pub', heartbeat, { commandOptions: { timeout: 0 } }),
    redis.client('sub', heartbeat),
  ]);
  bundlePublications(pub, log, () => io.serverSideEmit('pushes:late'));
  await selfTest(pub, sub);
  const subscriptions = keepSubscriptions(sub, log);
  refreshAfterOutage({ io, sub, devices });
  io.adapter(createShardedAdapter(pub, sub, { subscriptionMode: 'dynamic', channelPrefix: redis.namespace }));
  const adapter = io.of('/').adapter as unknown as { dynamicChannel(room: string): string };
  return { heard: (room) => subscriptions.heard(adapter.dynamicChannel(room)) };
}

async function selfTest(pub: RedisClientType, sub: RedisClientType): Promise<void> {
  const channel = `sangam-self-test:${process.pid}:${Date.now()}`;
  let timer: NodeJS.Timeout | undefined;
  const arrived = new Promise<void>((resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Redis is reachable but delivers no sharded messages.')), SELF_TEST_MS);
    sub.sSubscribe(channel, () => resolve()).catch(reject);
  });
  const beat = setInterval(() => void pub.sPublish(channel, 'ping'), 50);
  try {
    await arrived;
  } finally {
    clearInterval(beat);
    clearTimeout(timer);
    await sub.sUnsubscribe(channel);
  }
}
