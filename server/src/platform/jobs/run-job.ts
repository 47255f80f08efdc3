import type { Logger } from 'pino';
import type { Db } from '../db/database.js';
import type { Clock } from '../lib/clock.js';
import { withoutAddresses } from '../lib/log.js';
import { repeat, withTimeout } from '../lib/timers.js';
import type { Timings } from '../timings.js';
import type { JobHandler, Unfinished } from './jobs.js';
import * as queries from './queries.js';

/** Attempts before a job is given up on: about two days with the default pauses. */
export const ATTEMPTS_MAX = 100;

/** Random share of a pause, so that jobs that failed together are not retried together. */
const CHANCE = 0.2;

/** Returns the pause after this attempt, counted from 1: it doubles each time, up to the longest. */
export function pauseMs(
  attempt: number,
  { retryFirstMs, retryMaxMs }: Pick<Timings['jobs'], 'retryFirstMs' | 'retryMaxMs'>,
  random = Math.random,
): number {
  const backoffMs = Math.min(retryMaxMs, retryFirstMs * 2 ** Math.min(attempt - 1, 30));
  return Math.round(backoffMs * (1 - CHANCE * random()));
}

const ERROR_MAX_CHARS = 500;

/**
 * Runs one attempt of a job and records its end: deleted, postponed, continued, or given up on after `ATTEMPTS_MAX`. Renews its lease
 * meanwhile, until `isLeft`, so that a slow attempt ends before the next one begins. Never rejects.
 */
type RunJob = (handler: JobHandler, job: queries.TakenJob) => Promise<void>;

export function createRunJob(deps: {
  db: Db;
  clock: Clock;
  log: Logger;
  timings: Timings['jobs'];
  /** Whether running jobs are left for another attempt. */
  isLeft: () => boolean;
}): RunJob {
  const { db, clock, log, timings, isLeft } = deps;
  const dateIn = (ms: number) => new Date(clock.nowMs() + ms);

  const succeeded = async (job: queries.TakenJob) => {
    if (!(await queries.deleteJob(db, job))) await queries.requeueIfAdded(db, job);
  };

  const failed = async (kind: string, job: queries.TakenJob, error: unknown) => {
    const message = withoutAddresses(error instanceof Error ? error.message : 'unknown').slice(0, ERROR_MAX_CHARS);
    const { id, attempts } = job;
    if (attempts < ATTEMPTS_MAX) {
      log.warn({ err: error, kind, job: id, attempts }, 'a job failed; trying again later');
      await queries.postponeJob(db, job, dateIn(pauseMs(attempts, timings)), message);
      return;
    }
    log.error({ err: error, kind, job: id, attempts }, 'a job was given up');
    if (!(await queries.giveUpJob(db, job, dateIn(0), message))) await queries.requeueIfAdded(db, job);
  };

  const renewLease = (kind: string, job: queries.TakenJob) =>
    repeat(async () => isLeft() || (await queries.renewJobLease(db, job, timings.leaseMs)), {
      intervalMs: timings.leaseRenewMs,
      pauseMs: timings.retryFirstMs,
      onError: (error) =>
        log.warn({ err: error, kind, job: job.id }, 'a job’s lease could not be renewed; trying again'),
    });

  return async (handler, job) => {
    const { kind } = handler;
    try {
      // The process may have died during every attempt, before it could record a failure.
      if (job.attempts > ATTEMPTS_MAX) return await failed(kind, job, new Error('no attempt came to an end'));
      const attempt = { jobKey: `${job.id}-${job.created_at.getTime()}` };
      let outcome: Unfinished<unknown> | { error: unknown } | undefined;
      const stopRenewing = renewLease(kind, job);
      try {
        outcome = await withTimeout(handler.run(job.payload, attempt), timings.doneWithinMs, `${kind} took too long`);
      } catch (error) {
        outcome = { error };
      } finally {
        await stopRenewing();
      }
      if (outcome === undefined) await succeeded(job);
      else if ('error' in outcome) await failed(kind, job, outcome.error);
      else if ('nextPayload' in outcome) await queries.continueJob(db, job, dateIn(0), outcome.nextPayload);
      else await queries.postponeJob(db, job, outcome.againAt, null);
    } catch (error) {
      // Its lease expires, and it is taken again.
      log.warn({ err: error, kind, job: job.id }, 'the end of a job could not be noted');
    }
  };
}
