import type pg from 'pg';
import type { Logger } from 'pino';

const HOUR_MS = 3_600_000;

/**
 * The embedded PostgreSQL runs none of its background workers. Without statistics its planner reads whole tables where an
 * index would do, and without vacuum dead rows stay: so statistics are gathered now, and both are done every hour.
 * Returns what stops it.
 */
export async function keepUp(pool: pg.Pool, log: Logger): Promise<() => void> {
  await pool.query('ANALYZE');
  const timer = setInterval(() => {
    pool
      .query('VACUUM (ANALYZE)')
      .catch((error: unknown) => log.warn({ err: error }, 'the embedded database could not be tidied; trying again'));
  }, HOUR_MS).unref();
  return () => clearInterval(timer);
}
