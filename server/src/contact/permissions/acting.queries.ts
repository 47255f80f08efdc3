import { sql } from 'kysely';
import { type AdvisoryLock, takeLocks } from '../../platform/db/advisory-locks.js';
import type { Trx } from '../../platform/db/database.js';
import { type Fail, fail } from '../../platform/lib/result.js';
import { isGone } from './queries.js';

/**
 * UNAUTHORIZED for a member who is suspended or has asked for deletion; until the transaction ends, neither begins. First in the
 * transaction: the suspension locks the member's projects and conversations after this.
 */
export async function refuseActing(trx: Trx, userId: number): Promise<Fail | null> {
  await takeLocks(trx, [actingLock(userId)]);
  // A separate statement: it sees what the lock has waited for.
  return refuseGone(trx, userId);
}

/** The same, in a later statement than the one that takes `actingLock`. */
export async function refuseGone(trx: Trx, userId: number): Promise<Fail | null> {
  const { rows } = await sql<{
    gone: boolean;
  }>`SELECT ${isGone('u')} AS gone FROM users u WHERE u.id = ${userId}`.execute(trx);
  return rows[0]?.gone === false ? null : fail('UNAUTHORIZED');
}

/** The lock alone, for an act whose permissions are read later (`Permissions.is_self_gone`). */
export const actingLock = (userId: number): AdvisoryLock => ({ kind: 'acting', key: String(userId), mode: 'shared' });

/** Waits for the member's acts that have begun; later ones wait until the transaction ends, and are refused. First in a suspension. */
export const lockAgainstActing = (trx: Trx, userId: number) =>
  takeLocks(trx, [{ ...actingLock(userId), mode: 'exclusive' }]);
