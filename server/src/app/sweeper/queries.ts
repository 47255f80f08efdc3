import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.js';

/** An advisory lock of its own, the same on every server. */
const SWEEPER_LOCK = 7_261_001;

/** True when this transaction may sweep. Does not wait for another that does. */
export async function lockSweeping(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`SELECT pg_try_advisory_xact_lock(${SWEEPER_LOCK}) AS mine`.execute(trx);
  return rows[0]?.mine === true;
}

/** Rows of a table that grows without end, by the time after which they are of no use. */
const dated = {
  /** Ended ones included. */
  sessions: 'expires_at',
  notifications: 'read_at',
  /** Those that wait have none. */
  reports: 'decided_at',
  message_acts: 'done_at',
  message_wordings: 'replaced_at',
} as const;

/** Deletes up to `max` rows whose time was before this date, oldest first; answers how many. */
export async function deleteBefore(trx: Trx, table: keyof typeof dated, before: Date, max: number): Promise<number> {
  const [rows, time] = [sql.table(table), sql.ref(dated[table])];
  const { numAffectedRows } = await sql`
    DELETE FROM ${rows} WHERE id IN (
      SELECT id FROM ${rows} WHERE ${time} < ${before} ORDER BY ${time} LIMIT ${max}
    )`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Deletes up to `max` entries of the audit trail that are a year old, by the clock of the database, which refuses younger ones. */
export async function deleteOldAudit(trx: Trx, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM audit_entries WHERE id IN (
      SELECT id FROM audit_entries WHERE at < now() - interval '1 year' ORDER BY at LIMIT ${max}
    )`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Deletes jobs that were given up before this date. */
export const deleteFailedJobs = (trx: Trx, failedBefore: Date) =>
  trx.deleteFrom('jobs').where('failed_at', '<', failedBefore).execute();

/** Deletes the oldest notifications of members who have more than `kept`, read or not. */
export const deleteBeyond = (trx: Trx, kept: number) =>
  sql`
    DELETE FROM notifications WHERE id IN (
      SELECT n.id FROM (SELECT user_id FROM notifications GROUP BY user_id HAVING count(*) > ${kept}) AS full_inbox,
      LATERAL (SELECT id FROM notifications WHERE user_id = full_inbox.user_id
        ORDER BY created_at DESC, id DESC OFFSET ${kept} LIMIT 1000) AS n)`.execute(trx);

/** Deletes expired links of mails, sign-in flows and one-time codes. */
export async function deleteExpiredSecrets(trx: Trx, now: Date): Promise<void> {
  for (const table of ['password_resets', 'email_links', 'oauth_flows', 'linking_flows', 'oauth_codes'] as const)
    await trx.deleteFrom(table).where('expires_at', '<', now).execute();
}
