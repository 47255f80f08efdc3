import type { Logger } from 'pino';

/** Work that nobody waits for: what has to happen after an answer, such as a mail. */
export interface Background {
  /** Starts `work` once the present answer is on its way. A failure is logged. Dropped, and logged, beyond the bound. */
  run(name: string, work: () => Promise<void>): void;
  /** Resolves when all of it has ended, or after `withinMs`. */
  drained(withinMs: number): Promise<void>;
}

const AT_ONCE_MAX = 1_000;

export function createBackground(log: Logger): Background {
  const running = new Set<Promise<void>>();
  return {
    run(name, work) {
      if (running.size >= AT_ONCE_MAX) return log.error({ work: name }, 'too much is waiting; this was dropped');
      const job = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch((error: unknown) => log.error({ err: error, work: name }, 'work in the background failed'))
        .finally(() => running.delete(job));
      running.add(job);
    },
    async drained(withinMs) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, withinMs);
      });
      await Promise.race([Promise.allSettled(running), late]);
      clearTimeout(timer);
      if (running.size > 0) log.error({ left: running.size }, 'work in the background was left undone');
    },
  };
}
