import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';

/** An advisory lock of its own, the same on every server. */
const SWEEPER_LOCK = 7_261_001;

/** True when this transaction may sweep. Does not wait for another that does. */
export async function lockSweeping(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`SELECT pg_try_advisory_xact_lock(${SWEEPER_LOCK}) AS mine`.execute(trx);
  return rows[0]?.mine === true;
}
