import { randomUUID } from 'node:crypto';
import { createShardedAdapter } from '@socket.io/redis-adapter';
import type { Logger } from 'pino';
import type { RedisClientType } from 'redis';
import type { Redis } from '../../../lib/redis.js';
import { withTimeout } from '../../../lib/with-timeout.js';
import type { Timings } from '../../../timings.js';
import { writeToMembers } from '../sockets/push.js';
import type { SocketRegistry } from '../sockets/registry.js';
import type { Io } from '../transport/io.js';
import { channelOf, roomOf } from '../transport/library-internals.js';
import { memberOfRoom, memberRoom } from './member-room.js';
import { type Outages, watchOutages } from './outage.js';
import { createPublications, type Publications } from './publications.js';
import { createSubscriptions, type Listening } from './subscriptions.js';

export interface Cluster {
  /** Publishes a packet to the other servers with sockets of this member. */
  publish(userId: number, packet: string): void;
  /** Resolves once other servers' publications to this room, which a socket has joined, arrive here. */
  subscribed(room: string): Promise<void>;
  outages: Outages;
}

/**
 * Connects the servers through Redis: Socket.IO's sharded adapter in dynamic mode, on publications and subscriptions of
 * our own. What is pushed to a member crosses as a finished packet, past the adapter. Starts with a self-test, because a pairing of adapter and client that delivers nothing would go unnoticed.
 */
export async function useRedisAdapter(
  io: Io,
  deps: { redis: Redis; sockets: SocketRegistry; log: Logger; timings: Timings },
): Promise<Cluster> {
  const { redis, sockets, log, timings } = deps;
  const { heartbeat } = timings.redis;
  const [pub, sub] = await Promise.all([
    // A timer per command would cost as much as the command.
    redis.client('pub', heartbeat, { commandOptions: { timeout: 0 } }),
    redis.client('sub', heartbeat),
  ]);
  const publications = createPublications(pub, {
    log,
    timings: timings.cluster,
    onLate: () => io.serverSideEmit('pushes:late'),
  });
  redis.beforeClose(publications.close);
  await selfTest(publications, sub, timings.cluster.selfTestWithinMs);
  const subscriptions = createSubscriptions(sub, log, timings.cluster.retryMs);
  const outages = watchOutages({ io, clients: [pub, sub], sockets, spreadMs: timings.cluster.refreshSpreadMs });

  /** Begins every packet of this server. */
  const self = randomUUID().slice(0, 8);
  const writePublished = (userId: number) => (message: string) => {
    // Redis sends a publication to its publisher, too.
    if (!message.startsWith(self)) writeToMembers(sockets, [userId], message.slice(self.length), null);
  };

  // The adapter waits for a publication before it writes to this server's sockets; ours has it wait for nothing.
  const published = Promise.resolve();
  const client = {
    sPublish(channel: string, message: string) {
      publications.publish(channel, message);
      return published;
    },
    sSubscribe(channel: string, ...listening: Listening) {
      const userId = memberOfRoom(roomOf(channel));
      if (userId === null) subscriptions.subscribe(channel, ...listening);
      else subscriptions.subscribe(channel, writePublished(userId));
    },
    sUnsubscribe: subscriptions.unsubscribe,
  };
  io.adapter(createShardedAdapter(client, client, { subscriptionMode: 'dynamic', channelPrefix: redis.namespace }));
  return {
    publish: (userId, packet) => publications.publish(channelOf(io, memberRoom(userId)), self + packet),
    subscribed: (room) => subscriptions.subscribed(channelOf(io, room)),
    outages,
  };
}

async function selfTest(publications: Publications, sub: RedisClientType, timeoutMs: number): Promise<void> {
  const channel = `sangam-self-test:${randomUUID()}`;
  const arrived = new Promise<void>((resolve, reject) => {
    sub.sSubscribe(channel, () => resolve()).catch(reject);
  });
  const repeated = setInterval(() => publications.publish(channel, 'ping'), 50);
  try {
    await withTimeout(arrived, timeoutMs, 'Redis is reachable but delivers no sharded messages.');
  } finally {
    clearInterval(repeated);
    await sub.sUnsubscribe(channel);
  }
}
