import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';

/** The advisory lock that all servers share. */
const SWEEPER_LOCK = 7_261_001;

/**
 * True if this transaction may sweep; false while another one does. Its statements are planned at each use: a plan from an hour ago, when
 * a table was empty, took 5 s for 2,000 messages.
 */
export async function lockSweeping(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    SELECT pg_try_advisory_xact_lock(${SWEEPER_LOCK}) AS mine, set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(
    trx,
  );
  return rows[0]?.mine === true;
}
