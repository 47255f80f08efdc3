import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';

/** The key of the advisory lock that all servers share. */
const SWEEPER_LOCK = 7_261_001;

/** True if this transaction may sweep; false while another one does. */
export async function lockSweeping(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`SELECT pg_try_advisory_xact_lock(${SWEEPER_LOCK}) AS mine`.execute(trx);
  return rows[0]?.mine === true;
}
