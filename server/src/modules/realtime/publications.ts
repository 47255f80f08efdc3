import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { RedisClientType } from 'redis';

/** Publications that wait while Redis is away or hangs; those beyond are lost. */
export const WAITING_MAX = 10_000;
/** So many in one command keep Redis from others for a few milliseconds. */
const BUNDLE_MAX = 1_000;
const RETRY_AFTER_MS = 500;

const PUBLISH_ALL = "for i = 1, #ARGV, 2 do redis.call('SPUBLISH', ARGV[i], ARGV[i + 1]) end";

/**
 * Lets this client send as one command what is published within one turn (a batch of messages goes to two rooms each),
 * or while the command before is under way: one for each costs a server twice the CPU. What Redis did not confirm is sent
 * again, in its place: nothing is lost with a connection, and since pushes may be repeated, nothing is harmed by it.
 * `onLost` is called once Redis is back after more than `WAITING_MAX` had to wait. Closing the client waits for what
 * waits. The adapter, which waits for a publication before it delivers to this server's own sockets, waits for none.
 */
export function bundlePublications(pub: RedisClientType, log: Logger, onLost: () => void): void {
  // Channel, message, channel, message …
  const waiting: string[] = [];
  let running: Promise<void> | null = null;
  let lost = false;

  const send = async (bundle: string[]) => {
    do {
      try {
        await pub.eval(PUBLISH_ALL, { arguments: bundle });
        return;
      } catch (error) {
        log.debug({ err: error, publications: bundle.length / 2 }, 'Redis did not take publications; trying again');
        await wait(RETRY_AFTER_MS, undefined, { ref: false });
      }
    } while (pub.isOpen);
  };

  const run = async () => {
    // What this turn publishes besides.
    await null;
    while (waiting.length > 0) {
      const bundle = waiting.slice(0, 2 * BUNDLE_MAX);
      await send(bundle);
      waiting.splice(0, bundle.length);
      if (!lost) continue;
      lost = false;
      onLost();
    }
    running = null;
  };

  const close = pub.close.bind(pub);
  const published = Promise.resolve(0);
  Object.assign(pub, {
    sPublish(channel: string, message: string) {
      if (waiting.length / 2 >= WAITING_MAX) lost = true;
      else waiting.push(channel, message);
      running ??= run();
      return published;
    },
    async close() {
      await running;
      await close();
    },
  });
}
