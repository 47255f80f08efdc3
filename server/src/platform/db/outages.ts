import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { countLinesAbout } from '../lib/counted-errors.js';
import { errorCode } from '../lib/error-code.js';
import { withoutAddresses } from '../lib/log.js';
import { isUnreachable } from './pg-errors.js';

export interface Outages {
  /** Call this with each error of the database, before it is logged. */
  note(error: unknown): void;
  /** Call this before the connections are closed. */
  stop(): void;
}

/** How often a database that is away is asked: connections end one after the other, so that it may seem back at first. */
const ASKED_EVERY_MS = 1_000;

/**
 * Logs when the database goes away and when it is back, with the number of failures by their message. These aren't logged themselves: each
 * request and job fails meanwhile, for the same cause. `answers`: whether the database answers now.
 */
export function createOutages(log: Logger, answers: () => Promise<boolean>): Outages {
  let failures: Map<string, number> | null = null;
  let isStopped = false;

  const untilBack = async () => {
    const beganMs = performance.now();
    do await sleep(ASKED_EVERY_MS, undefined, { ref: false });
    while (!isStopped && !(await answers()));
    const awayMs = Math.round(performance.now() - beganMs);
    if (!isStopped) log.info({ awayMs, failures: Object.fromEntries(failures ?? []) }, 'the database is back');
    failures = null;
  };

  return {
    note(error) {
      if (isStopped || !isUnreachable(error)) return;
      if (failures === null) {
        failures = new Map();
        const reason = withoutAddresses(error.message);
        log.warn({ reason, code: errorCode(error) }, 'the database is away; failures are counted until it is back');
        void untilBack();
      }
      const counted = failures;
      countLinesAbout(error, (message) => {
        if (counted !== failures) return false;
        counted.set(message, (counted.get(message) ?? 0) + 1);
        return true;
      });
    },
    stop() {
      isStopped = true;
    },
  };
}
