import type { Logger } from 'pino';
import type { RedisClientOptions, RedisClientType } from 'redis';
import { tokenHash } from './crypto.js';
import { within } from './within.js';

/** How often a connection is asked whether it lives, and how soon it has to answer. */
interface Heartbeat {
  everyMs: number;
  withinMs: number;
}

/** The one place that makes Redis clients, and that closes them. */
export interface Redis {
  /** Begins every key and channel, so that others may use the same Redis. */
  namespace: string;
  /** A connected client. Throws when Redis does not answer within 10 s of the start. */
  client(name: string, heartbeat: Heartbeat, options?: RedisClientOptions): Promise<RedisClientType>;
  /** Whether every client is connected. One that hangs counts as such until its heartbeat is missed. */
  isUp(): boolean;
  /** Has `close` run this first, with the clients still open. */
  beforeClose(work: () => Promise<void>): void;
  /** Closes all clients; cuts their connections after 1 s, since a Redis that hangs must not keep a server from stopping. */
  close(): Promise<void>;
}

const CONNECT_WITHIN_MS = 10_000;
const CLOSE_WITHIN_MS = 1_000;
const NAMESPACE_CHARS = 16;
const RECONNECT_MAX_MS = 5_000;
/** While it connects, when there is no heartbeat yet. */
const SILENT_MAX_MS = 10_000;

/** `secret` is what servers that belong together share: it tells them from others on the same Redis. */
export async function createRedis(url: string, secret: string, log: Logger): Promise<Redis> {
  // A server without Redis need not wait for its client's modules.
  const { createClient } = await import('redis');
  const clients: RedisClientType[] = [];
  const heartbeats: NodeJS.Timeout[] = [];
  const firstOnClose: (() => Promise<void>)[] = [];
  return {
    namespace: `sangam:${tokenHash(secret).toString('base64url').slice(0, NAMESPACE_CHARS)}`,
    async client(name, heartbeat, { socket, ...options } = {}) {
      const client = createClient({
        ...options,
        url,
        socket: {
          ...socket,
          socketTimeout: SILENT_MAX_MS,
          reconnectStrategy: (tries: number) => Math.min(100 * 2 ** tries, RECONNECT_MAX_MS),
        },
      } as RedisClientOptions) as RedisClientType;
      clients.push(client);
      client.on('error', (error) => log.warn({ err: error, client: name }, 'the Redis connection failed'));
      await within(client.connect(), CONNECT_WITHIN_MS, 'Redis, at REDIS_URL, does not answer.');
      heartbeats.push(
        keepAlive(client, heartbeat, (error) => log.warn({ err: error, client: name }, 'a Redis connection is dead')),
      );
      return client;
    },
    isUp: () => clients.every((client) => client.isReady),
    beforeClose: (work) => void firstOnClose.push(work),
    async close() {
      for (const timer of heartbeats) clearInterval(timer);
      const closeAll = async () => {
        await Promise.all(firstOnClose.map((work) => work()));
        await Promise.all(clients.map((client) => client.isOpen && client.close()));
      };
      try {
        await within(closeAll(), CLOSE_WITHIN_MS, 'Redis connections did not close in time.');
      } catch (error) {
        log.warn({ err: error }, 'Redis connections were cut');
        for (const client of clients) if (client.isOpen) client.destroy();
      }
    },
  };
}

/**
 * Connects anew when a heartbeat is missed. The client's own timeout waits for a silence of both sides, so as long as
 * anything is written, a connection that leads nowhere would be kept until TCP gives up after a quarter of an hour.
 */
function keepAlive(client: RedisClientType, { everyMs, withinMs }: Heartbeat, dead: (error: unknown) => void) {
  let asking = false;
  return setInterval(async () => {
    if (asking || !client.isReady) return;
    asking = true;
    try {
      await within(client.ping(), withinMs, 'Redis does not answer.');
    } catch (error) {
      // A client that is being closed is still ready.
      if (client.isOpen && client.isReady) {
        dead(error);
        client.destroy();
        client.connect().catch(dead);
      }
    } finally {
      asking = false;
    }
  }, everyMs).unref();
}
