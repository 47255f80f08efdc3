import type { Static, TSchema } from 'typebox';
import type { Db, Trx } from '../db/database.js';
import type { Publish } from '../db/transaction.js';
import type { Result } from '../lib/result.js';
import { compile } from '../lib/validation.js';
import type { JobBudgets } from './budgets.js';
import { deleteWaitingJob, findDueByKey, findLeasedKeys, insertJobs } from './queries.js';

/** A kind of job: the name in its rows, and the check of their payload's shape. */
export interface JobKind<Payload> {
  name: string;
  compileCheck(): (payload: unknown) => payload is Payload;
}

/**
 * Defines a kind of job. Servers of two versions may share the table, so a payload's meaning never changes: a new meaning needs a
 * new name. A server ignores kinds without a handler.
 */
export const jobKind = <Schema extends TSchema>(name: string, payload: Schema): JobKind<Static<Schema>> => ({
  name,
  compileCheck: () => compile<Static<Schema>>(payload),
});

/** Passed to each attempt in addition to the payload. */
interface Attempt {
  /** Identifies the job across attempts: an outgoing message carries it, so that its receiver recognizes a repetition. */
  jobKey: string;
}

/** An outcome of a job that could do nothing yet: it runs again at this time. */
interface Postponed {
  againAt: Date;
}

/** An outcome of a job that did a part of its work: it runs again at once with this payload, unless it was added again meanwhile. */
interface Continued<Payload> {
  nextPayload: Payload;
}

/** The outcome of a job that isn't done. */
export type Unfinished<Payload> = Postponed | Continued<Payload>;

interface HandlerOptions {
  /** How many jobs of the kind one server runs concurrently. */
  atOnce: number;
  /** Limits by the budgets that jobs name; without them, the jobs' budgets don't matter. */
  budgets?: JobBudgets;
}

/** Runs the jobs of one kind. */
export interface JobHandler extends HandlerOptions {
  kind: string;
  /** Throws if it failed, or if the payload has another shape; the job is then retried. */
  run(payload: unknown, attempt: Attempt): Promise<Unfinished<unknown> | undefined>;
}

/**
 * Runs `work` for each job of the kind: at least once, and again after a failure or a crash, so it must be idempotent. It reads
 * what it needs when it runs, and does nothing if nothing is left to do.
 */
export function jobHandler<Payload>(
  kind: JobKind<Payload>,
  work: (payload: Payload, attempt: Attempt) => Promise<void> | Promise<Unfinished<Payload> | undefined>,
  options: HandlerOptions,
): JobHandler {
  const matches = kind.compileCheck();
  return {
    kind: kind.name,
    ...options,
    async run(payload, attempt) {
      if (!matches(payload)) throw new Error(`a payload of ${kind.name} has another shape`);
      return (await work(payload, attempt)) ?? undefined;
    },
  };
}

/**
 * Ends each of a job's entries in its own transaction. Fails while the server is busy, so that the job is retried for the rest; any other
 * refusal means that the entry has already ended.
 */
export async function endEach(ids: readonly number[], end: (id: number) => Promise<Result<unknown>>): Promise<void> {
  for (const id of ids) {
    const ended = await end(id);
    if (!ended.ok && ended.error.code === 'BUSY') throw new Error('the server is busy');
  }
}

interface NewJob<Payload> {
  payload: Payload;
  /**
   * Deduplicates jobs of one kind: a waiting job with this key takes the newer payload and the earlier time. A running one is run once
   * more.
   */
  key?: string;
  due_at: Date;
  /** The budgets that it uses (JobBudgets). */
  budgets?: readonly string[];
}

/** Writes jobs in the transaction that causes them; if they are due, this server starts them right after the commit. */
export async function addJobs<Payload>(
  trx: Trx,
  publish: Publish,
  kind: JobKind<Payload>,
  jobs: readonly NewJob<Payload>[],
): Promise<void> {
  const [first, ...otherJobs] = oneForEachKey(jobs);
  if (!first) return;
  const rows = [first, ...otherJobs].map(({ payload, key = null, due_at, budgets = [] }) => ({
    kind: kind.name,
    key,
    payload: JSON.stringify(payload),
    due_at,
    budgets,
  }));
  await insertJobs(trx, rows);
  const due_at = otherJobs.reduce((earliest, job) => (job.due_at < earliest ? job.due_at : earliest), first.due_at);
  publish('jobs:added', { kind: kind.name, due_at });
}

/** Removes the waiting job with this key, since its work is done. One that is running goes on. */
export async function dropJob<Payload>(db: Db, kind: JobKind<Payload>, key: string): Promise<void> {
  await deleteWaitingJob(db, kind.name, key);
}

/** Returns when the waiting jobs with these keys are due, by key; running jobs are left out. */
export const findDue = <Payload>(
  trx: Trx,
  kind: JobKind<Payload>,
  keys: readonly string[],
): Promise<Map<string, Date>> => findDueByKey(trx, kind.name, keys);

/** Returns those of these keys whose job is running: added again, it is run once more. */
export const findUnderWay = <Payload>(
  trx: Trx,
  kind: JobKind<Payload>,
  keys: readonly string[],
): Promise<Set<string>> => findLeasedKeys(trx, kind.name, keys);

/** Sorted by key, the order in which all transactions lock existing rows. */
function oneForEachKey<Payload>(jobs: readonly NewJob<Payload>[]): NewJob<Payload>[] {
  const keyed = new Map(jobs.flatMap((job) => (job.key === undefined ? [] : [[job.key, job] as const])));
  const sorted = [...keyed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, job]) => job);
  return [...sorted, ...jobs.filter((job) => job.key === undefined)];
}
