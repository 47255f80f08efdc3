import { sql } from 'kysely';
import type { Trx } from '../../db/database.js';

/** Any number, the same on every server, that nothing else locks. */
const SWEEPER_LOCK = 7_261_001;

/** Whether this transaction is the one that sweeps; the others need not wait. */
export async function lockSweeping(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`SELECT pg_try_advisory_xact_lock(${SWEEPER_LOCK}) AS mine`.execute(trx);
  return rows[0]?.mine === true;
}

/** Forgets up to `max` sessions that expired before this date; answers how many. One that ended has an expiry, too. */
export async function deleteSessions(trx: Trx, expiredBefore: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM sessions WHERE id IN (
      SELECT id FROM sessions WHERE expires_at < ${expiredBefore} ORDER BY expires_at LIMIT ${max}
    )`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Forgets reset links, sign-ins on their way, and one-time codes that nobody can use any more. */
export async function deleteExpiredSecrets(trx: Trx, now: Date): Promise<void> {
  for (const table of ['password_resets', 'oauth_flows', 'oauth_codes'] as const)
    await trx.deleteFrom(table).where('expires_at', '<', now).execute();
}
