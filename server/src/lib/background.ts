import type { Logger } from 'pino';
import { withTimeout } from './with-timeout.js';

/** Work that continues after the response, such as sending a mail. */
export interface Background {
  /** Starts `work` once the current response is sent. Logs its failure. Drops it, with an error in the log, when too much runs. */
  run(name: string, work: () => Promise<void>): void;
  /** Resolves when all work has ended, or after `timeoutMs`. */
  drained(timeoutMs: number): Promise<void>;
}

const AT_ONCE_MAX = 1_000;

export function createBackground(log: Logger): Background {
  const running = new Set<Promise<void>>();
  return {
    run(name, work) {
      if (running.size >= AT_ONCE_MAX) return log.error({ work: name }, 'background work dropped: too much is running');
      const job = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch((error: unknown) => log.error({ err: error, work: name }, 'background work failed'))
        .finally(() => running.delete(job));
      running.add(job);
    },
    async drained(timeoutMs) {
      try {
        await withTimeout(Promise.allSettled(running), timeoutMs, 'background work did not end in time');
      } catch (error) {
        log.error({ err: error, left: running.size }, 'background work was abandoned');
      }
    },
  };
}
