import { dayMs } from '@sangam/shared/core/limits';
import { sql } from 'kysely';
import type { Db, Trx } from '../db/database.js';
import type { Sweep } from '../member-data/parts.js';

/** Writes any number of jobs; a job whose key is taken updates the existing one. */
export const insertJobs = (
  trx: Trx,
  rows: readonly { kind: string; key: string | null; payload: string; due_at: Date; budgets: readonly string[] }[],
) =>
  sql`
  INSERT INTO jobs (kind, key, payload, due_at, budgets)
  SELECT job.kind, job.key, job.payload::jsonb, job.due_at, ARRAY(SELECT jsonb_array_elements_text(job.budgets::jsonb))
  FROM unnest(
    ${rows.map(({ kind }) => kind)}::text[],
    ${rows.map(({ key }) => key)}::text[],
    ${rows.map(({ payload }) => payload)}::text[],
    ${rows.map(({ due_at }) => due_at.toISOString())}::timestamptz[],
    ${rows.map(({ budgets }) => JSON.stringify(budgets))}::text[]
  ) AS job (kind, key, payload, due_at, budgets)
  ON CONFLICT (kind, key) WHERE failed_at IS NULL DO UPDATE SET
    payload = excluded.payload,
    budgets = excluded.budgets,
    attempts = CASE WHEN jobs.leased_until IS NULL THEN 0 ELSE jobs.attempts END,
    due_at = CASE WHEN jobs.leased_until IS NULL THEN least(jobs.due_at, excluded.due_at) ELSE jobs.due_at END,
    again_at = CASE WHEN jobs.leased_until IS NULL THEN NULL ELSE least(jobs.again_at, excluded.due_at) END`.execute(
    trx,
  );

/** A job leased by this server. */
export interface TakenJob {
  id: number;
  payload: unknown;
  /** The number of this attempt, from 1. */
  attempts: number;
  created_at: Date;
  budgets: string[];
}

/** By the database's clock: a server whose own is ahead would take jobs that another one runs. */
const isLeaseOver = sql`(leased_until IS NULL OR leased_until <= now())`;

/** Returns those of these kinds that have a job to take. */
export async function dueKinds(db: Db, kinds: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    SELECT kind FROM unnest(${kinds}::text[]) AS kind WHERE EXISTS (
      SELECT FROM jobs WHERE jobs.kind = kind.kind AND failed_at IS NULL AND due_at <= ${now}
        AND ${isLeaseOver})`.execute(db);
  return rows.map(({ kind }) => kind);
}

/** The outcome of `takeJobs`. */
interface TakeOutcome {
  jobs: TakenJob[];
  /** Another transaction, such as one that adds the same job, held a due job's row: the job can be taken a moment later. */
  isAnyLocked: boolean;
}

/** Leases up to `max` due jobs of a kind, the oldest first, without those that use a spent budget. No two servers get the same one. */
export async function takeJobs(
  db: Db,
  kind: string,
  { now, leaseMs, max, spent }: { now: Date; leaseMs: number; max: number; spent: readonly string[] },
): Promise<TakeOutcome> {
  const due = sql`
    FROM jobs WHERE kind = ${kind} AND failed_at IS NULL AND due_at <= ${now}
      AND ${isLeaseOver} AND NOT budgets && ${spent}::text[]`;
  const { rows } = await sql<{ seen: number } & (TakenJob | { id: null })>`
    WITH seen AS (SELECT count(*) FROM (SELECT ${due} ORDER BY due_at LIMIT ${max}) AS job),
      free AS (SELECT id ${due} ORDER BY due_at LIMIT ${max} FOR UPDATE SKIP LOCKED),
      taken AS (
        UPDATE jobs SET leased_until = now() + ${leaseMs} * interval '1 ms', attempts = attempts + 1
        FROM free WHERE jobs.id = free.id
        RETURNING jobs.id, payload, attempts, created_at, budgets)
    SELECT seen.count AS seen, taken.* FROM seen LEFT JOIN taken ON true`.execute(db);
  const jobs = rows.flatMap(({ seen: _, ...job }) => (job.id === null ? [] : [job]));
  return { jobs, isAnyLocked: jobs.length < (rows[0]?.seen ?? 0) };
}

/** Only this attempt may change the row: once its lease has expired, another attempt may have begun. */
const attempt = (db: Db, { id, attempts }: TakenJob) =>
  db.updateTable('jobs').where('id', '=', id).where('attempts', '=', attempts);

/** Keeps a job that is still running from being taken again. */
export const renewJobLease = (db: Db, job: TakenJob, leaseMs: number) =>
  attempt(db, job)
    .where('leased_until', 'is not', null)
    .set({ leased_until: sql`now() + ${leaseMs} * interval '1 ms'` })
    .execute();

/** Requeues a job that was added again while it ran. False if it was not. */
export async function requeueIfAdded(db: Db, job: TakenJob): Promise<boolean> {
  const { numUpdatedRows } = await attempt(db, job)
    .where('again_at', 'is not', null)
    .set({ due_at: sql`again_at`, again_at: null, leased_until: null, attempts: 0 })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a finished job. False if another attempt has begun, or if it was added again. */
export async function deleteJob(db: Db, { id, attempts }: TakenJob): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('again_at', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Schedules another attempt. */
export const postponeJob = (db: Db, job: TakenJob, due: Date, error: string | null) =>
  attempt(db, job)
    .set({ due_at: sql`least(${due}, again_at)`, again_at: null, leased_until: null, last_error: error })
    .execute();

/** Schedules the rest of a job's work, with new attempts. A job that was added again keeps the payload that it was given. */
export const continueJob = (db: Db, job: TakenJob, due: Date, payload: unknown) =>
  attempt(db, job)
    .set({
      payload: sql`CASE WHEN again_at IS NULL THEN ${JSON.stringify(payload)}::jsonb ELSE payload END`,
      due_at: due,
      again_at: null,
      leased_until: null,
      last_error: null,
      attempts: 0,
    })
    .execute();

/** Gives up on a job; its row stays for the operator. False if another attempt has begun, or if it was added again. */
export async function giveUpJob(db: Db, job: TakenJob, now: Date, error: string): Promise<boolean> {
  const { numUpdatedRows } = await attempt(db, job)
    .where('again_at', 'is', null)
    .set({ failed_at: now, leased_until: null, last_error: error })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Counts of one kind's jobs. */
export interface JobCount {
  kind: string;
  waiting: number;
  failed: number;
  /** When the longest overdue job should have begun; null if none is due. */
  oldest_due_at: Date | null;
}

/** Counts the jobs of each kind, for metrics. */
export async function countJobs(db: Db, now: Date): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    SELECT kind, count(*) FILTER (WHERE failed_at IS NULL) AS waiting, count(failed_at) AS failed,
      min(due_at) FILTER (WHERE failed_at IS NULL AND due_at <= ${now}) AS oldest_due_at
    FROM jobs GROUP BY kind`.execute(db);
  return rows;
}

/** Returns those of these keys whose job is running. */
export async function findLeasedKeys(db: Db | Trx, kind: string, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM jobs
    WHERE kind = ${kind} AND key = ANY(${keys}::text[]) AND failed_at IS NULL AND leased_until IS NOT NULL`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Returns when the jobs with these keys are due, by key, for those that wait and were not taken. */
export async function findDueByKey(db: Db | Trx, kind: string, keys: readonly string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ key: string; due_at: Date }>`
    SELECT key, due_at FROM jobs
    WHERE kind = ${kind} AND key = ANY(${keys}::text[]) AND failed_at IS NULL AND leased_until IS NULL`.execute(db);
  return new Map(rows.map(({ key, due_at }) => [key, due_at]));
}

/** Deletes the waiting job with this key. */
export const deleteWaitingJob = (db: Db, kind: string, key: string) =>
  db
    .deleteFrom('jobs')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('failed_at', 'is', null)
    .where('leased_until', 'is', null)
    .execute();

/** Deletes jobs that were given up on before this date. */
const deleteFailedJobs = (trx: Trx, failedBefore: Date) =>
  trx.deleteFrom('jobs').where('failed_at', '<', failedBefore).execute();

/** How long jobs that were given up on are kept, for investigations. */
const FAILED_STORED_MS = 30 * dayMs;

export const jobSweeps: Sweep[] = [
  async (trx, nowMs) => {
    await deleteFailedJobs(trx, new Date(nowMs - FAILED_STORED_MS));
    return 0;
  },
];
