import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { RedisClientType } from 'redis';

/** Publications that wait while Redis is away or hangs; those beyond are lost. */
export const WAITING_MAX = 10_000;
/** So many in one command keep Redis from others for a few milliseconds. */
const BUNDLE_MAX = 1_000;
const RETRY_AFTER_MS = 500;

const PUBLISH_ALL = "for i = 1, #ARGV, 2 do redis.call('SPUBLISH', ARGV[i], ARGV[i + 1]) end";

/** What took longer may come after what is newer, of another server. */
const LATE_MS = 500;
/** What else is late by then is told with it … */
const TELL_LATE_AFTER_MS = 1_000;
/** … and a Redis that is slow for long has the members refresh so often, and no more. */
const TELL_LATE_EVERY_MS = 30_000;

/**
 * Lets this client send as one command what is published within one turn (a batch of messages goes to two rooms each),
 * or while the command before is under way: that takes a third of the CPU off a message (docs/performance.md). What Redis
 * did not confirm is sent again, in its place. `onLate` is called after what was sent late or again, or was more than
 * `WAITING_MAX`: those whom it was for have to refresh. Closing the client waits for what waits. The adapter, which waits
 * for a publication before it delivers to this server's own sockets, waits for none.
 */
export function bundlePublications(pub: RedisClientType, log: Logger, onLate: () => void): void {
  // Channel, message, channel, message …
  const waiting: string[] = [];
  let running: Promise<void> | null = null;
  let late = false;
  let telling: NodeJS.Timeout | undefined;
  let toldAtMs = Number.NEGATIVE_INFINITY;

  const tell = () => {
    telling = undefined;
    toldAtMs = performance.now();
    onLate();
  };

  const send = async (bundle: string[]) => {
    const publications = bundle.length / 2;
    do {
      try {
        await pub.eval(PUBLISH_ALL, { arguments: bundle });
        return;
      } catch (error) {
        late = true;
        log.debug({ err: error, publications }, 'Redis did not take publications; trying again');
        await wait(RETRY_AFTER_MS, undefined, { ref: false });
      }
    } while (pub.isOpen);
    log.warn({ publications }, 'publications are lost: the server stopped while Redis was away');
  };

  const run = async () => {
    // What this turn publishes besides.
    await null;
    while (waiting.length > 0) {
      const bundle = waiting.slice(0, 2 * BUNDLE_MAX);
      const startedMs = performance.now();
      await send(bundle);
      waiting.splice(0, bundle.length);
      const nowMs = performance.now();
      if (!late && nowMs - startedMs < LATE_MS) continue;
      late = false;
      telling ??= setTimeout(tell, Math.max(TELL_LATE_AFTER_MS, toldAtMs + TELL_LATE_EVERY_MS - nowMs)).unref();
    }
    running = null;
  };

  const close = pub.close.bind(pub);
  const published = Promise.resolve(0);
  Object.assign(pub, {
    sPublish(channel: string, message: string) {
      if (waiting.length / 2 >= WAITING_MAX) late = true;
      else waiting.push(channel, message);
      running ??= run();
      return published;
    },
    async close() {
      clearTimeout(telling);
      if (telling) tell();
      await running;
      await close();
    },
  });
}
