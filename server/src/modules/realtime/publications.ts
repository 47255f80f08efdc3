import type { Logger } from 'pino';
import type { RedisClientType } from 'redis';

/** Publications that wait while Redis is away or hangs; those beyond are lost, as a push may be. */
export const WAITING_MAX = 10_000;

const PUBLISH_ALL = "for i = 1, #ARGV, 2 do redis.call('SPUBLISH', ARGV[i], ARGV[i + 1]) end";

/**
 * Lets this client send what is published within one turn (a batch of messages goes to two rooms each) as one command:
 * one for each costs the server three times the CPU. The adapter, which waits for a publication before it delivers to
 * this server's own sockets, waits for none.
 */
export function bundlePublications(pub: RedisClientType, log: Logger): void {
  // Channel, message, channel, message …
  let bundle: string[] = [];
  let waiting = 0;

  const flush = async () => {
    const all = bundle;
    bundle = [];
    const count = all.length / 2;
    waiting += count;
    try {
      await pub.eval(PUBLISH_ALL, { arguments: all });
    } catch (error) {
      log.debug({ err: error, publications: count }, 'Redis did not take publications');
    } finally {
      waiting -= count;
    }
  };

  const published = Promise.resolve(0);
  Object.assign(pub, {
    sPublish(channel: string, message: string) {
      if (waiting + bundle.length / 2 >= WAITING_MAX) return published;
      if (bundle.push(channel, message) === 2) queueMicrotask(() => void flush());
      return published;
    },
  });
}
