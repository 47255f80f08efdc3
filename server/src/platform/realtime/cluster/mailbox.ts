import { randomBytes } from 'node:crypto';
import type { RedisClientType } from '@redis/client';
import type { Logger } from 'pino';
import { always, repeat, retry, withTimeout } from '../../lib/timers.js';
import type { Redis } from '../../redis/redis.js';
import type { Timings } from '../../timings.js';
import { writeToMembers } from '../sockets/broadcast.js';
import type { SocketRegistry } from '../sockets/registry.js';
import { packetText } from '../transport/packets.js';
import { SERVER_ID_LENGTH } from './letters.js';
import type { Outages } from './outage.js';
import { createPeers, type Peers } from './peers.js';
import type { Publications } from './publications.js';
import type { Subscriptions } from './subscriptions.js';
import { watchUnreached } from './unreached.js';

const split = {
  found:
    'another server on this database uses another Redis, or none, and members poll meanwhile: give all servers the same REDIS_URL and JWT_SECRET',
  gone: 'all servers on this database use this Redis again',
};

/** A letter from this server to itself, sent with each check of the list. */
const ECHO = 'echo';
/** A mailbox that has received none of this many echoes is deaf. */
const DEAF_AFTER = 20;

/**
 * Opens this server's mailbox, the one channel that receives broadcasts for its members, and joins the other servers. If one of
 * them does not answer, it starts anyway, and its members poll until all have. `close` says farewell.
 */
export async function openMailbox(deps: {
  redis: Redis;
  sharedChannel: string;
  pub: RedisClientType;
  sub: RedisClientType;
  publications: Publications;
  subscriptions: Subscriptions;
  outages: Outages;
  sockets: SocketRegistry;
  log: Logger;
  /** The ids of the other servers on this database. */
  otherServers: () => readonly string[];
  unreachedAfterMs: number;
  timings: Timings['cluster'];
}): Promise<{ peers: Peers; close: () => Promise<void> }> {
  const { redis, sharedChannel, pub, sub, publications, subscriptions, outages, sockets, log, timings } = deps;
  const { otherServers } = deps;
  const self = randomBytes(SERVER_ID_LENGTH / 2).toString('hex');
  const mailboxPrefix = `${redis.namespace}:mailbox:`;
  const registry = createRegistry(pub, { key: `${redis.namespace}:servers`, self, mailboxPrefix, sharedChannel });
  /** How many echoes were sent since the last one was received. */
  let echoesMissing = 0;
  const peers = createPeers({
    self,
    send: (serverId, text) => publications.publish(mailboxPrefix + serverId, text),
    deliver: (userIds, packet, audience) =>
      writeToMembers(sockets, { userIds, except: null, audience }, packetText(packet)),
    onMissed: outages.missed,
    onDeath(serverId) {
      log.warn({ server: serverId }, 'another server has died; all members refresh');
      outages.serverDied();
      // If it has only lost Redis, it may store more. By then it either has no lease, and has stored its last, or counts as unreached.
      setTimeout(outages.serverDied, deps.unreachedAfterMs).unref();
    },
    onReturn: (serverId) => log.info({ server: serverId }, 'a server that was taken for dead is back'),
  });
  let joins = 0;
  let joined = false;
  /** How many checks in a row found an older server; a single one may be a server that is returning. */
  let checksWithOlder = 0;

  const areUnreached = watchUnreached(deps.unreachedAfterMs, { log, ...split });
  /** Whether a server on this database uses another Redis. */
  let isSplit = false;

  const report = () => outages.setJoined(joined && checksWithOlder < 2 && !isSplit);

  const disconnect = () => {
    joins += 1;
    peers.forget();
    joined = false;
    report();
  };
  const join = async () => {
    joins += 1;
    const current = joins;
    const listed = async () => {
      const live = await registry.live();
      if (live === null) throw new Error('Redis delivers nothing to the mailbox.');
      return live.serverIds;
    };
    await peers.join(
      await retry(listed, {
        pausesMs: always(timings.retryMs),
        onRetry: (error) => log.debug({ err: error }, 'joining the other servers failed; trying again'),
        wanted: () => joins === current && sub.isOpen,
      }),
    );
    if (joins !== current) return;
    joined = true;
    report();
  };
  const rejoin = () => {
    disconnect();
    join().catch((error: unknown) => log.debug({ err: error }, 'joining the other servers was given up'));
  };
  const checkServers = async () => {
    const [knownBefore, before] = [peers.known(), joins];
    const live = await registry.live();
    if (live) {
      peers.updateLive(live.serverIds, knownBefore);
      checksWithOlder = live.withOlder ? checksWithOlder + 1 : 0;
      isSplit = areUnreached(otherServers(), live.serverIds.length - 1);
      report();
      echoesMissing += 1;
    }
    const isDeaf = live === null || echoesMissing > DEAF_AFTER;
    if (!isDeaf || joins !== before || !sub.isReady) return;
    echoesMissing = 0;
    log.warn(
      'the mailbox receives nothing: Redis has forgotten its subscription, or is a replica now; connecting again',
    );
    redis.reconnect();
  };

  const receive = (text: string) => {
    if (text === ECHO) echoesMissing = 0;
    else peers.receive(text);
  };
  subscriptions.subscribe(mailboxPrefix + self, receive);
  await subscriptions.subscribed(mailboxPrefix + self);
  for (const event of ['error', 'reconnecting', 'end']) sub.on(event, () => !sub.isReady && disconnect());
  sub.on('ready', rejoin);
  await withTimeout(join(), timings.joinedWithinMs, 'Another server doesn’t answer.').catch((error: unknown) =>
    log.warn({ err: error }, 'this server starts before it knows all others; its members poll meanwhile'),
  );
  peers.open();
  const stop = repeat(checkServers, {
    intervalMs: timings.lookEveryMs,
    onError: (error) => log.debug({ err: error }, 'the list of servers could not be read; trying again'),
  });
  return {
    peers,
    async close() {
      await stop();
      peers.close();
      // Let the farewell leave.
      await null;
    },
  };
}

interface LiveServers {
  serverIds: string[];
  /** Whether a server without a mailbox takes part: one of the previous version, during a rolling update. */
  withOlder: boolean;
}

/** The list of live servers, stored in Redis. */
interface Registry {
  /**
   * Adds this server, sends it an echo, and returns all live ones; null while Redis delivers nothing to this server's mailbox, or takes
   * no writes. The clients may then be connected to several Redis servers, as after a failover that left old connections open.
   */
  live(): Promise<LiveServers | null>;
}

/*
 * A server that listens to its mailbox is live: Redis notices the end of a process sooner than any heartbeat. One command, so
 * that of two servers that start together at least one finds the other.
 */
const LIVE = `
local function listeners(channel) return redis.call('PUBSUB', 'SHARDNUMSUB', channel)[2] end
local function listens(id) return listeners(ARGV[3] .. id) > 0 end
if redis.call('SPUBLISH', ARGV[3] .. ARGV[2], ARGV[5]) == 0 then return false end
redis.call('SADD', ARGV[1], ARGV[2])
local live = {}
for _, id in ipairs(redis.call('SMEMBERS', ARGV[1])) do
  if listens(id) then live[#live + 1] = id else redis.call('SREM', ARGV[1], id) end
end
return {listeners(ARGV[4]), live}`;

const createRegistry = (
  pub: RedisClientType,
  names: {
    key: string;
    self: string;
    mailboxPrefix: string;
    /** The channel to which servers of every version subscribe. */
    sharedChannel: string;
  },
): Registry => ({
  async live() {
    const { key, self, mailboxPrefix, sharedChannel } = names;
    const answer = await pub
      .eval(LIVE, { arguments: [key, self, mailboxPrefix, sharedChannel, ECHO] })
      .catch((error: unknown) => {
        if (isReadOnly(error)) return null;
        throw error;
      });
    if (answer === null) return null;
    // As the script returns them.
    const [sharing, serverIds] = answer as [number, string[]];
    return { serverIds, withOlder: sharing > serverIds.length };
  },
});

/** Redis was demoted from primary to replica. */
const isReadOnly = (error: unknown): boolean => error instanceof Error && error.message.startsWith('READONLY');
