import { sql } from 'kysely';
import { type AdvisoryLock, takeLocks } from '../../platform/db/advisory-locks.js';
import type { Trx } from '../../platform/db/database.js';
import { type Fail, fail } from '../../platform/lib/result.js';
import { isGone } from './queries.js';

/**
 * UNAUTHORIZED for a member who is suspended or has asked for deletion; neither can start until the transaction ends. Call it first in the
 * transaction, because a suspension locks the member's projects and conversations after this lock.
 */
export async function refuseActing(trx: Trx, userId: number): Promise<Fail | null> {
  await takeLocks(trx, [actingLock(userId)]);
  // A separate statement, so that it sees the changes for which the lock has waited.
  return refuseGone(trx, userId);
}

/** Like `refuseActing`, when an earlier statement has taken `actingLock`. */
export async function refuseGone(trx: Trx, userId: number): Promise<Fail | null> {
  const { rows } = await sql<{
    gone: boolean;
  }>`SELECT ${isGone('u')} AS gone FROM users u WHERE u.id = ${userId}`.execute(trx);
  return rows[0]?.gone === false ? null : fail('UNAUTHORIZED');
}

/** The lock of `refuseActing`, for an action whose permissions are read later (`Permissions.is_self_gone`). */
export const actingLock = (userId: number): AdvisoryLock => ({ kind: 'acting', key: String(userId), mode: 'shared' });

/**
 * Waits for the member's actions in progress; later ones wait until the transaction ends and are then refused. Call it first in a
 * suspension.
 */
export const lockAgainstActing = (trx: Trx, userId: number) =>
  takeLocks(trx, [{ ...actingLock(userId), mode: 'exclusive' }]);
