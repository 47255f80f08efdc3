import type { Static, TSchema } from 'typebox';
import type { Trx } from '../db/database.js';
import type { Publish } from '../db/transaction.js';
import type { JobKind } from './kinds.js';
import { findDueByKey, findLeasedKeys, insertJobs } from './queries.js';

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
