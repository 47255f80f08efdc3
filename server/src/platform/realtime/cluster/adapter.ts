import { randomUUID } from 'node:crypto';
import type { RedisClientType } from '@redis/client';
import { createShardedAdapter } from '@socket.io/redis-adapter';
import type { Logger } from 'pino';
import { withTimeout } from '../../lib/timers.js';
import { type Redis, RedisUnusable } from '../../redis/redis.js';
import type { Timings } from '../../timings.js';
import { type Broadcast, createBroadcast, writeToMembers } from '../sockets/broadcast.js';
import type { SocketRegistry } from '../sockets/registry.js';
import type { Io } from '../transport/io.js';
import { roomOf, sharedChannelOf } from '../transport/library-internals.js';
import { openMailbox } from './mailbox.js';
import { type Outages, watchOutages } from './outage.js';
import type { Peers } from './peers.js';
import { createPublications, type Publications } from './publications.js';
import { createSubscriptions, type Listening } from './subscriptions.js';

export interface Cluster {
  /** The other servers. */
  peers: Peers;
  outages: Outages;
}

/**
 * Connects the servers through Redis: Socket.IO's sharded adapter in dynamic mode, on our own publications and subscriptions.
 * Broadcasts to members bypass the adapter and use the servers' mailboxes. Starts with a self-test, because a pairing of adapter
 * and client that delivers nothing would go unnoticed.
 */
export async function useRedisAdapter(
  io: Io,
  deps: {
    redis: Redis;
    sockets: SocketRegistry;
    log: Logger;
    timings: Timings;
    otherServers: () => readonly string[];
    unreachedAfterMs: number;
  },
): Promise<Cluster> {
  const { redis, sockets, log, timings, otherServers, unreachedAfterMs } = deps;
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
  await selfTest(publications, sub, timings.cluster.selfTestWithinMs);
  const subscriptions = createSubscriptions(sub, log, timings.cluster.retryMs);
  const outages = watchOutages({ io, clients: [pub, sub], sockets, timings: timings.cluster });
  const { peers, close } = await openMailbox({
    redis,
    pub,
    sub,
    publications,
    subscriptions,
    outages,
    sockets,
    log,
    sharedChannel: sharedChannelOf(redis.namespace),
    otherServers,
    unreachedAfterMs,
    timings: timings.cluster,
  });
  redis.beforeClose(async () => {
    await close();
    await publications.close();
  });

  // The adapter waits for a publication before it writes to this server's sockets; ours never makes it wait.
  const published = Promise.resolve();
  const client = {
    sPublish(channel: string, message: string) {
      publications.publish(channel, message);
      return published;
    },
    // A member's room has no channel: broadcasts to members come through the mailbox.
    sSubscribe(channel: string, ...listening: Listening) {
      const userId = memberOfRoom(roomOf(channel));
      if (userId === null) subscriptions.subscribe(channel, ...listening);
      else peers.enter(userId);
    },
    sUnsubscribe(channel: string) {
      const userId = memberOfRoom(roomOf(channel));
      if (userId === null) subscriptions.unsubscribe(channel);
      else peers.leave(userId);
    },
  };
  io.adapter(createShardedAdapter(client, client, { subscriptionMode: 'dynamic', channelPrefix: redis.namespace }));
  return { peers, outages };
}

async function selfTest(publications: Publications, sub: RedisClientType, timeoutMs: number): Promise<void> {
  const channel = `sangam-self-test:${randomUUID()}`;
  const arrived = new Promise<void>((resolve, reject) => {
    sub.sSubscribe(channel, () => resolve()).catch(reject);
  });
  const repeated = setInterval(() => publications.publish(channel, 'ping'), 50);
  try {
    await withTimeout(arrived, timeoutMs, 'it delivers no sharded messages');
  } catch (error) {
    throw error instanceof Error ? new RedisUnusable(error) : error;
  } finally {
    clearInterval(repeated);
  }
  await sub.sUnsubscribe(channel);
}

/**
 * Connects a client only after every server has confirmed that its member is here. A connected client refreshes, and would miss another
 * server's broadcast between that refresh and a later confirmation. If a server does not confirm in time, the socket is admitted anyway,
 * and its client refreshes once all servers have confirmed or are gone.
 */
export function joinMemberRooms(io: Io, cluster: Cluster, timings: Timings['cluster']): void {
  io.use((socket, next) => {
    const { id } = socket;
    const { id: userId } = socket.data.member;
    void socket.join(memberRoom(userId));
    const confirmed = cluster.peers.confirmed(userId);
    const refreshAfter = (confirmation: Promise<unknown>) =>
      confirmation.then(() => {
        const admitted = io.sockets.sockets.get(id);
        // While broadcasts are paused, the client is notified when they resume.
        if (admitted && !cluster.outages.arePaused()) cluster.outages.notify(admitted);
      });
    if (confirmed.byLate) void refreshAfter(confirmed.byLate);
    withTimeout(confirmed.byPrompt, timings.confirmedWithinMs, 'A server is late').then(
      () => next(),
      () => {
        next();
        void refreshAfter(confirmed.byPrompt);
      },
    );
  });
}

/** Writes to this server's sockets directly, and sends the same text to the servers that hold one of the members. */
export const createClusterBroadcast = (peers: Peers, sockets: SocketRegistry): Broadcast =>
  createBroadcast(
    (to, packet) => {
      writeToMembers(sockets, to, packet);
      peers.broadcast(to.userIds, packet.text, to.audience);
    },
    (userId) => sockets.has(userId) || peers.mayHold(userId),
  );

const PREFIX = 'm:';

/** The room of a member's sockets, on all servers. */
const memberRoom = (userId: number): string => `${PREFIX}${userId}`;

/** Returns the member whose room this is; null for other rooms. */
const memberOfRoom = (room: string): number | null =>
  room.startsWith(PREFIX) ? Number(room.slice(PREFIX.length)) : null;
