import type pg from 'pg';
import type { Logger } from 'pino';

const HOUR_MS = 3_600_000;

/**
 * The embedded PostgreSQL runs no background workers. Without statistics, its planner scans whole tables; without vacuum,
 * dead rows stay. Both run every hour, and statistics once `firstAfterMs` after the start. Returns a function that stops
 * it.
 */
export function keepUp(pool: pg.Pool, log: Logger, firstAfterMs: number): () => void {
  const tidy = (statement: string) =>
    pool
      .query(statement)
      .catch((error: unknown) => log.warn({ err: error }, 'the embedded database could not be vacuumed; trying again'));
  const first = setTimeout(tidy, firstAfterMs, 'ANALYZE').unref();
  const timer = setInterval(tidy, HOUR_MS, 'VACUUM (ANALYZE)').unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
