import type { RedisClientType } from '@redis/client';
import type { Logger } from 'pino';
import { always, retry } from '../../lib/timers.js';
import type { Timings } from '../../timings.js';

export interface Publications {
  /** Queues a message for a sharded channel. There is nothing to wait for: unconfirmed messages are sent again. */
  publish(channel: string, message: string): void;
  /** Sends what is queued, as long as the client is open. Reports lateness at once if a report is due. */
  close(): Promise<void>;
}

/** The queue's limits while Redis is away or hangs; further publications are dropped. */
export const WAITING_MAX = 10_000;
export const WAITING_MAX_CHARS = 4_000_000;
/** One command of this size occupies Redis for a few milliseconds. */
const BUNDLE_MAX = 1_000;
const BUNDLE_MAX_CHARS = 500_000;

const PUBLISH_ALL = "for i = 1, #ARGV, 2 do redis.call('SPUBLISH', ARGV[i], ARGV[i + 1]) end";

/** A single publication, the usual case between two servers, skips the script: a quarter of its cost to Redis. */
const publishBundle = (pub: RedisClientType, bundle: string[]): Promise<unknown> => {
  const [channel = '', message = ''] = bundle;
  return bundle.length === 2 ? pub.sPublish(channel, message) : pub.eval(PUBLISH_ALL, { arguments: bundle });
};

/**
 * Sends the publications of one turn (one letter per server), or those that arrive while the previous command runs, as one command: this
 * saves a third of a message's CPU. Order holds through retries. `onLate` is called after publications were late, sent again, or dropped:
 * their receivers have to refresh.
 */
export function createPublications(
  pub: RedisClientType,
  { log, timings, onLate }: { log: Logger; timings: Timings['cluster']; onLate: () => void },
): Publications {
  // Channel, message, channel, message …
  const waiting: string[] = [];
  let waitingChars = 0;
  let running: Promise<void> | null = null;
  let late = false;
  let reporting: NodeJS.Timeout | undefined;
  let reportedAtMs = Number.NEGATIVE_INFINITY;

  const reportLate = () => {
    reporting = undefined;
    reportedAtMs = performance.now();
    onLate();
  };

  const send = async (bundle: string[]) => {
    const publications = bundle.length / 2;
    try {
      await retry(() => publishBundle(pub, bundle), {
        pausesMs: always(timings.retryMs),
        onRetry(error) {
          late = true;
          log.debug({ err: error, publications }, 'publishing to Redis failed; trying again');
        },
        wanted: () => pub.isOpen,
      });
    } catch (error) {
      log.warn({ err: error, publications }, 'publications were lost: the server stopped without Redis');
    }
  };

  /** Returns the next publications, as many as one command may hold, but at least one. */
  const nextBundle = () => {
    let end = 0;
    let chars = 0;
    while (end < waiting.length && end < 2 * BUNDLE_MAX) {
      chars += waiting[end + 1]?.length ?? 0;
      if (end > 0 && chars > BUNDLE_MAX_CHARS) break;
      end += 2;
    }
    return waiting.slice(0, end);
  };

  const run = async () => {
    // Let the current turn publish the rest.
    await null;
    while (waiting.length > 0) {
      const bundle = nextBundle();
      const startedMs = performance.now();
      await send(bundle);
      waiting.splice(0, bundle.length);
      for (let at = 1; at < bundle.length; at += 2) waitingChars -= bundle[at]?.length ?? 0;
      const nowMs = performance.now();
      if (!late && nowMs - startedMs < timings.lateAfterMs) continue;
      late = false;
      reporting ??= setTimeout(
        reportLate,
        Math.max(timings.reportLateAfterMs, reportedAtMs + timings.reportLateEveryMs - nowMs),
      ).unref();
    }
    running = null;
  };

  return {
    publish(channel, message) {
      if (waiting.length / 2 >= WAITING_MAX || waitingChars >= WAITING_MAX_CHARS) late = true;
      else {
        waiting.push(channel, message);
        waitingChars += message.length;
      }
      running ??= run();
    },
    async close() {
      clearTimeout(reporting);
      if (reporting) reportLate();
      await running;
    },
  };
}
