import { dayMs } from '@sangam/shared/core/limits';
import { sql } from 'kysely';
import type { Db, Trx } from '../db/database.js';
import type { Sweep } from '../member-data/parts.js';

/** Writes jobs, however many; one whose key is taken changes the job that has it. */
export const insertJobs = (
  trx: Trx,
  rows: readonly { kind: string; key: string | null; payload: string; due_at: Date }[],
) =>
  sql`
  INSERT INTO jobs (kind, key, payload, due_at)
  SELECT job.kind, job.key, job.payload::jsonb, job.due_at
  FROM unnest(
    ${rows.map(({ kind }) => kind)}::text[],
    ${rows.map(({ key }) => key)}::text[],
    ${rows.map(({ payload }) => payload)}::text[],
    ${rows.map(({ due_at }) => due_at.toISOString())}::timestamptz[]
  ) AS job (kind, key, payload, due_at)
  ON CONFLICT (kind, key) WHERE failed_at IS NULL DO UPDATE SET
    payload = excluded.payload,
    attempts = CASE WHEN jobs.leased_until IS NULL THEN 0 ELSE jobs.attempts END,
    due_at = CASE WHEN jobs.leased_until IS NULL THEN least(jobs.due_at, excluded.due_at) ELSE jobs.due_at END,
    again_at = CASE WHEN jobs.leased_until IS NULL THEN NULL ELSE least(jobs.again_at, excluded.due_at) END`.execute(
    trx,
  );

/** A job under this server's lease. */
export interface TakenJob {
  id: number;
  payload: unknown;
  /** Which attempt this is, from 1. */
  attempts: number;
  created_at: Date;
}

/** Which of these kinds have a job that may be taken. */
export async function dueKinds(db: Db, kinds: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    SELECT kind FROM unnest(${kinds}::text[]) AS kind WHERE EXISTS (
      SELECT FROM jobs WHERE jobs.kind = kind.kind AND failed_at IS NULL AND due_at <= ${now}
        AND (leased_until IS NULL OR leased_until <= ${now}))`.execute(db);
  return rows.map(({ kind }) => kind);
}

/** Takes up to `max` due jobs of a kind under a lease, the oldest first. No two servers get the same one. */
export async function takeJobs(
  db: Db,
  kind: string,
  { now, until, max }: { now: Date; until: Date; max: number },
): Promise<TakenJob[]> {
  const { rows } = await sql<TakenJob>`
    WITH due AS (
      SELECT id FROM jobs WHERE kind = ${kind} AND failed_at IS NULL AND due_at <= ${now}
        AND (leased_until IS NULL OR leased_until <= ${now})
      ORDER BY due_at LIMIT ${max} FOR UPDATE SKIP LOCKED)
    UPDATE jobs SET leased_until = ${until}, attempts = attempts + 1 FROM due WHERE jobs.id = due.id
    RETURNING jobs.id, payload, attempts, created_at`.execute(db);
  return rows;
}

/** What only this attempt may change: once its lease has run out, another attempt may have begun. */
const attempt = (db: Db, { id, attempts }: TakenJob) =>
  db.updateTable('jobs').where('id', '=', id).where('attempts', '=', attempts);

/** A job that was asked for again while it was worked at waits anew. True if this is one. */
export async function beginAgain(db: Db, job: TakenJob): Promise<boolean> {
  const { numUpdatedRows } = await attempt(db, job)
    .where('again_at', 'is not', null)
    .set({ due_at: sql`again_at`, again_at: null, leased_until: null, attempts: 0 })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a job that is done. False if another attempt has begun, or if it was asked for again. */
export async function deleteJob(db: Db, { id, attempts }: TakenJob): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('again_at', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Has a job tried again later. */
export const postponeJob = (db: Db, job: TakenJob, due: Date, error: string) =>
  attempt(db, job)
    .set({ due_at: sql`least(${due}, again_at)`, again_at: null, leased_until: null, last_error: error })
    .execute();

/** Gives a job up; its row stays for the operator. False if another attempt has begun, or if it was asked for again. */
export async function giveUpJob(db: Db, job: TakenJob, now: Date, error: string): Promise<boolean> {
  const { numUpdatedRows } = await attempt(db, job)
    .where('again_at', 'is', null)
    .set({ failed_at: now, leased_until: null, last_error: error })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** How many jobs of a kind there are. */
export interface JobCount {
  kind: string;
  waiting: number;
  failed: number;
  /** When the longest overdue one should have begun; null if none is due. */
  oldest_due_at: Date | null;
}

export async function countJobs(db: Db, now: Date): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    SELECT kind, count(*) FILTER (WHERE failed_at IS NULL) AS waiting, count(failed_at) AS failed,
      min(due_at) FILTER (WHERE failed_at IS NULL AND due_at <= ${now}) AS oldest_due_at
    FROM jobs GROUP BY kind`.execute(db);
  return rows;
}

/** Which jobs of a kind are being worked at, of those with these keys. */
export async function findLeasedKeys(db: Db | Trx, kind: string, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM jobs
    WHERE kind = ${kind} AND key = ANY(${keys}::text[]) AND failed_at IS NULL AND leased_until IS NOT NULL`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** When the jobs with these keys are due, of a kind, by key: of those that wait and were not taken. */
export async function findDueByKey(db: Db | Trx, kind: string, keys: readonly string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ key: string; due_at: Date }>`
    SELECT key, due_at FROM jobs
    WHERE kind = ${kind} AND key = ANY(${keys}::text[]) AND failed_at IS NULL AND leased_until IS NULL`.execute(db);
  return new Map(rows.map(({ key, due_at }) => [key, due_at]));
}

/** Deletes jobs that were given up before this date. */
const deleteFailedJobs = (trx: Trx, failedBefore: Date) =>
  trx.deleteFrom('jobs').where('failed_at', '<', failedBefore).execute();

/** Jobs that were given up are stored this long, for investigations. */
const FAILED_STORED_MS = 30 * dayMs;

export const jobSweeps: Sweep[] = [
  async (trx, nowMs) => {
    await deleteFailedJobs(trx, new Date(nowMs - FAILED_STORED_MS));
    return 0;
  },
];
