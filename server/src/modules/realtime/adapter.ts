import { createShardedAdapter } from '@socket.io/redis-adapter';
import type { Logger } from 'pino';
import type { RedisClientType } from 'redis';
import type { Redis } from '../../lib/redis.js';
import type { Devices, Io } from './devices.js';
import { bundlePublications } from './publications.js';
import { refreshAfterOutage } from './redis-outage.js';
import { keepSubscriptions, type Subscriptions } from './subscriptions.js';

const SELF_TEST_MS = 3_000;
/** Otherwise a connection that leads nowhere any more would be kept for minutes, and nothing arrive. */
const noticingSilence = { pingInterval: 3_000, socket: { socketTimeout: 10_000 } };

/**
 * Joins the servers on one Redis: the sharded adapter, in dynamic mode. Tests itself first, because a pairing of adapter
 * and client that delivers nothing would otherwise go unnoticed.
 */
export async function useRedisAdapter(
  io: Io,
  { redis, devices, log }: { redis: Redis; devices: Devices; log: Logger },
): Promise<Subscriptions> {
  const [pub, sub] = await Promise.all([
    // A timer for each command would cost as much as the command.
    redis.client('pub', { ...noticingSilence, commandOptions: { timeout: 0 } }),
    redis.client('sub', noticingSilence),
  ]);
  bundlePublications(pub, log, () => io.serverSideEmit('pushes:lost'));
  await selfTest(pub, sub);
  const subscriptions = keepSubscriptions(sub, log);
  refreshAfterOutage({ io, sub, devices });
  io.adapter(createShardedAdapter(pub, sub, { subscriptionMode: 'dynamic', channelPrefix: redis.namespace }));
  return subscriptions;
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
