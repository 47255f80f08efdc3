import type { ReportReason } from '@sangam/shared/core/reports';
import type { OwnSuspension } from '@sangam/shared/trust/moderation';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.js';

interface Suspension {
  begun_at: Date;
  /** Null if it has no end. */
  ends_at: Date | null;
  reason: ReportReason;
  words: string;
}

/** A member's current suspension; undefined without one. */
export async function findSuspension(
  db: Db | Trx,
  userId: number,
): Promise<Pick<Suspension, 'begun_at' | 'ends_at'> | undefined> {
  const { rows } = await sql<Pick<Suspension, 'begun_at' | 'ends_at'>>`
    SELECT u.suspended_at AS begun_at, s.ends_at FROM users u
    LEFT JOIN suspensions s ON s.user_id = u.id AND s.begun_at = u.suspended_at
    WHERE u.id = ${userId} AND u.suspended_at IS NOT NULL`.execute(db);
  return rows[0];
}

/** Begins a suspension of a locked member, or replaces the current one. */
export async function putSuspension(trx: Trx, userId: number, suspension: Suspension): Promise<void> {
  await trx.updateTable('users').set({ suspended_at: suspension.begun_at }).where('id', '=', userId).execute();
  await trx
    .insertInto('suspensions')
    .values({ user_id: userId, ...suspension })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(suspension))
    .execute();
}

export async function removeSuspension(trx: Trx, userId: number): Promise<void> {
  await trx.updateTable('users').set({ suspended_at: null }).where('id', '=', userId).execute();
  await trx.deleteFrom('suspensions').where('user_id', '=', userId).execute();
}

/** The suspension as its member reads it; undefined without one. */
export async function findOwn(db: Db, userId: number): Promise<Omit<OwnSuspension, 'contact'> | undefined> {
  const { rows } = await sql<{
    ends_at: Date | null;
    reason: ReportReason | null;
    words: string | null;
    email: string;
    has_password: boolean;
  }>`
    SELECT s.ends_at, s.reason, s.words, u.email, u.password_hash IS NOT NULL AS has_password FROM users u
    LEFT JOIN suspensions s ON s.user_id = u.id AND s.begun_at = u.suspended_at
    WHERE u.id = ${userId} AND u.suspended_at IS NOT NULL`.execute(db);
  return rows.map(({ ends_at, words, ...own }) => ({
    ...own,
    words: words ?? '',
    until: ends_at === null ? null : ends_at.toISOString(),
  }))[0];
}
