import type pg from 'pg';
import type { Logger } from 'pino';

const HOUR_MS = 3_600_000;

/**
 * The embedded PostgreSQL runs none of its background workers. Without statistics its planner reads whole tables where an
 * index would do, and without vacuum dead rows stay: so both are done every hour, and statistics once at the beginning,
 * soon but not at once, since whoever starts a server waits for it to listen. Returns what stops it.
 */
export function keepUp(pool: pg.Pool, log: Logger, firstAfterMs: number): () => void {
  const tidy = (statement: string) =>
    pool
      .query(statement)
      .catch((error: unknown) => log.warn({ err: error }, 'the embedded database could not be tidied; trying again'));
  const first = setTimeout(tidy, firstAfterMs, 'ANALYZE').unref();
  const timer = setInterval(tidy, HOUR_MS, 'VACUUM (ANALYZE)').unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
