import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { RedisClientType } from 'redis';
import type { Devices } from './devices.js';

const RETRY_AFTER_MS = 500;

/**
 * The adapter waits for Redis before it delivers to this server's own sockets, and does not look at what becomes of a
 * subscription, which unheard would end the process when Redis dies. So publishing is not waited for, and a subscription
 * that failed is tried again for as long as it is wanted.
 */
export function outliveRedis({ pub, sub, log }: { pub: RedisClientType; sub: RedisClientType; log: Logger }): void {
  const failed = (error: unknown) => log.debug({ err: error }, 'Redis did not take a command');

  const publish = pub.sPublish.bind(pub);
  const published = Promise.resolve(0);
  Object.assign(pub, {
    sPublish(channel: string, message: string) {
      publish(channel, message).catch(failed);
      return published;
    },
  });

  const wanted = new Set<string>();
  const subscribe = sub.sSubscribe.bind(sub);
  const unsubscribe = sub.sUnsubscribe.bind(sub);
  Object.assign(sub, {
    async sSubscribe(channel: string, ...rest: [listener: () => void]) {
      wanted.add(channel);
      while (wanted.has(channel) && sub.isOpen) {
        try {
          return await subscribe(channel, ...rest);
        } catch (error) {
          failed(error);
          await wait(RETRY_AFTER_MS, undefined, { ref: false });
        }
      }
    },
    async sUnsubscribe(channel: string) {
      wanted.delete(channel);
      await unsubscribe(channel).catch(failed);
    },
  });
}

/** Over how long the connections are closed after an outage, so that not all come back at once. */
const SPREAD_MS = 5_000;

/**
 * What other servers pushed while Redis was away may be lost, and a connected client would not ask. So after an outage
 * each connection is closed in the way after which clients reconnect, and refresh.
 */
export function refreshAfterOutage(sub: RedisClientType, devices: Devices): void {
  sub.on('ready', () => {
    for (const device of devices.all()) setTimeout(() => device.conn.close(), Math.random() * SPREAD_MS).unref();
  });
}
