import { hourMs } from '@sangam/shared/core/limits';
import type pg from 'pg';
import type { Logger } from 'pino';

interface UpkeepTimes {
  firstAfterMs: number;
  plansEveryMs: number;
}

/**
 * The embedded PostgreSQL runs no background workers. Without statistics, its planner scans whole tables; without vacuum, dead
 * rows stay. Both run every hour, and statistics once `firstAfterMs` after the start. Cached plans are discarded every
 * `plansEveryMs`: a plan made for an empty table scans it from end to end once it has grown. Returns a function that stops the
 * upkeep.
 */
export function startUpkeep(pool: pg.Pool, log: Logger, { firstAfterMs, plansEveryMs }: UpkeepTimes): () => void {
  const tidy = (statement: string) =>
    pool
      .query(statement)
      .catch((error: unknown) => log.warn({ err: error }, 'the upkeep of the embedded database failed; trying again'));
  const first = setTimeout(tidy, firstAfterMs, 'ANALYZE').unref();
  const timer = setInterval(tidy, hourMs, 'VACUUM (ANALYZE)').unref();
  const plans = setInterval(tidy, plansEveryMs, 'DISCARD PLANS').unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
    clearInterval(plans);
  };
}
