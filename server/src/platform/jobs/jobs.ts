import type { Static, TSchema } from 'typebox';
import type { Trx } from '../db/database.js';
import type { Publish } from '../db/transaction.js';
import { compile } from '../lib/validation.js';
import { findDueByKey, findLeasedKeys, insertJobs } from './queries.js';

/** A kind of work: the name that its rows carry, and the shape of their payload. */
export interface JobKind<Payload extends TSchema> {
  name: string;
  payload: Payload;
}

/**
 * Names a kind of work. Servers of two versions may share the table, so what a payload means never changes: a new meaning
 * is a new name. A server leaves alone the kinds that it has no handler for.
 */
export const jobKind = <Payload extends TSchema>(name: string, payload: Payload): JobKind<Payload> => ({
  name,
  payload,
});

/** What an attempt is told beside the payload. */
export interface Attempt {
  /** The same for each attempt at one job, and for no other job: what is sent carries it, so that its receiver knows a repetition. */
  jobKey: string;
}

/** What does the work of one kind. */
export interface JobHandler {
  kind: string;
  /** How many jobs of the kind one server works at together. */
  atOnce: number;
  /** Throws if it failed, or if the payload is of another shape; the job is tried again then. */
  run(payload: unknown, attempt: Attempt): Promise<void>;
}

/**
 * Has `work` done for each job of the kind: at least once, and again after a failure or a crash, so it must bear repetition. It
 * reads what it needs when it runs, and does nothing if there is nothing left to do.
 */
export function jobHandler<Payload extends TSchema>(
  kind: JobKind<Payload>,
  work: (payload: Static<Payload>, attempt: Attempt) => Promise<void>,
  { atOnce }: { atOnce: number },
): JobHandler {
  const matches = compile<Static<Payload>>(kind.payload);
  return {
    kind: kind.name,
    atOnce,
    async run(payload, attempt) {
      if (!matches(payload)) throw new Error(`a payload of ${kind.name} has another shape`);
      await work(payload, attempt);
    },
  };
}

interface NewJob<Payload extends TSchema> {
  payload: Static<Payload>;
  /**
   * Makes jobs of one kind one: while such a job waits, it takes the newer payload and the earlier time. One that is being
   * worked at is done once more.
   */
  key?: string;
  due_at: Date;
}

/** Writes jobs in the transaction that causes them; this server begins as soon as it has committed, if they are due. */
export async function addJobs<Payload extends TSchema>(
  trx: Trx,
  publish: Publish,
  kind: JobKind<Payload>,
  jobs: readonly NewJob<Payload>[],
): Promise<void> {
  const [first, ...others] = oneForEachKey(jobs);
  if (!first) return;
  const rows = [first, ...others].map(({ payload, key = null, due_at }) => ({
    kind: kind.name,
    key,
    payload: JSON.stringify(payload),
    due_at,
  }));
  await insertJobs(trx, rows);
  const due_at = others.reduce((earliest, job) => (job.due_at < earliest ? job.due_at : earliest), first.due_at);
  publish('jobs:added', { kind: kind.name, due_at });
}

/** When the jobs of a kind that wait under these keys are due, by key; none of those that are being worked at. */
export const findDue = <Payload extends TSchema>(
  trx: Trx,
  kind: JobKind<Payload>,
  keys: readonly string[],
): Promise<Map<string, Date>> => findDueByKey(trx, kind.name, keys);

/** Those of these keys under which a job of a kind is being worked at: added anew, it is done once more. */
export const findUnderWay = <Payload extends TSchema>(
  trx: Trx,
  kind: JobKind<Payload>,
  keys: readonly string[],
): Promise<Set<string>> => findLeasedKeys(trx, kind.name, keys);

/** In the order of their keys, in which all transactions lock rows that are there already. */
function oneForEachKey<Payload extends TSchema>(jobs: readonly NewJob<Payload>[]): NewJob<Payload>[] {
  const keyed = new Map(jobs.flatMap((job) => (job.key === undefined ? [] : [[job.key, job] as const])));
  const sorted = [...keyed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, job]) => job);
  return [...sorted, ...jobs.filter((job) => job.key === undefined)];
}
