import type { Database } from '@sangam/server/platform/db/database';
import { eventually } from '../eventually.js';

/** Returns how many statements wait for a lock. */
export async function countLockWaits({ pool }: Database): Promise<number> {
  const { rowCount } = await pool.query(
    "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
  );
  return rowCount ?? 0;
}

/** Resolves once this many statements wait for a lock. */
export const untilLocked = (database: Database, statements = 1): Promise<void> =>
  eventually(async () => {
    const waiting = await countLockWaits(database);
    if (waiting !== statements) throw new Error(`${waiting} statements wait for a lock, not ${statements}`);
  });
