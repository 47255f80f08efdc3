import type { RedisClientOptions, RedisClientType } from '@redis/client';
import type { Logger } from 'pino';
import { tokenHash } from '../lib/secrets.js';
import { withTimeout } from '../lib/timers.js';
import type { Timings } from '../timings.js';
import { type Guard, type Heartbeat, keepConnected } from './keep-connected.js';

/** Redis can't be used at startup. */
export class RedisUnusable extends Error {
  constructor(override readonly cause: Error) {
    super('Redis can’t be used.', { cause });
  }
}

/** Creates all Redis clients, and closes them. */
export interface Redis {
  /** Prefix of every key and channel, so that other applications may use the same Redis. */
  namespace: string;
  /** Returns a connected client. Throws RedisUnusable when there is none in time. */
  client(name: string, heartbeat: Heartbeat, options?: RedisClientOptions): Promise<RedisClientType>;
  /** Connects all clients again, since the address may lead to another Redis by now. */
  reconnect(): void;
  /** Whether every client is connected. A hung one counts as connected until its heartbeat is missed. */
  isUp(): boolean;
  /** Registers work that `close` runs first, with the clients still open. */
  beforeClose(work: () => Promise<void>): void;
  /** Closes all clients; cuts connections that do not close in time, since a hung Redis must not keep a server from stopping. */
  close(): Promise<void>;
  /** Cuts all connections at once, so that the other servers take this one for dead. */
  cut(): void;
}

const NAMESPACE_CHARS = 16;
const RECONNECT_FIRST_MS = 100;

/**
 * While it connects, the client subscribes again to all channels, and waits for each answer. But it stops writing once the socket's
 * buffer is full, and continues only after it is connected: with the usual 16 kB, some 230 channels, it never would be. Nothing
 * else fills the buffer, because the memory that pending commands take is limited elsewhere.
 */
const unlimitedBuffer = { highWaterMark: Number.MAX_SAFE_INTEGER };

/** `secret` is shared by the servers of one cluster: it separates them from others on the same Redis. */
export async function createRedis(url: string, secret: string, log: Logger, timings: Timings['redis']): Promise<Redis> {
  // Loaded here, because a server without Redis does not need the client's modules.
  const { createClient } = await import('@redis/client');
  const clients: RedisClientType[] = [];
  const guards: Guard[] = [];
  const firstOnClose: (() => Promise<void>)[] = [];
  /** Each attempt to connect fails, once a second for every client: log changes only. */
  const failing = new Set<string>();
  const noteFailure = (name: string, error: unknown) => {
    if (failing.size === 0) log.warn({ err: error, client: name }, 'the Redis connection failed; trying again');
    failing.add(name);
  };
  const noteReady = (name: string) => {
    if (failing.delete(name) && failing.size === 0) log.info('Redis is connected again');
  };
  const cut = () => {
    for (const guard of guards) void guard.stop();
    for (const client of clients) if (client.isOpen) client.destroy();
  };
  return {
    namespace: `sangam:${tokenHash(secret).toString('base64url').slice(0, NAMESPACE_CHARS)}`,
    async client(name, heartbeat, { socket, ...options } = {}) {
      const client = createClient({
        ...options,
        url,
        socket: {
          ...socket,
          ...unlimitedBuffer,
          connectTimeout: timings.silentMaxMs,
          socketTimeout: timings.silentMaxMs,
          reconnectStrategy: (attempts: number) => Math.min(RECONNECT_FIRST_MS * 2 ** attempts, timings.reconnectMaxMs),
        },
      });
      clients.push(client);
      let failure = new Error('no answer');
      client.on('error', (error) => {
        failure = error;
        if (client.isReady) log.warn({ err: error, client: name }, 'a message from Redis couldn’t be handled');
        else noteFailure(name, error);
      });
      client.on('ready', () => noteReady(name));
      // Each failure is followed by another attempt, so the last one is the reason.
      await withTimeout(client.connect(), timings.connectedWithinMs, 'no answer').catch(() => {
        throw new RedisUnusable(failure);
      });
      guards.push(keepConnected(client, heartbeat, (error) => noteFailure(name, error)));
      return client;
    },
    reconnect() {
      for (const guard of guards) guard.reconnect();
    },
    isUp: () => clients.every((client) => client.isReady),
    beforeClose: (work) => void firstOnClose.push(work),
    async close() {
      for (const guard of guards) void guard.stop();
      const closeAll = async () => {
        await Promise.all(firstOnClose.map((work) => work()));
        await Promise.all(clients.map((client) => client.isOpen && client.close()));
      };
      try {
        await withTimeout(closeAll(), timings.closedWithinMs, 'Redis connections didn’t close in time.');
      } catch (error) {
        log.warn({ err: error }, 'Redis connections were cut');
        cut();
      }
    },
    cut,
  };
}
