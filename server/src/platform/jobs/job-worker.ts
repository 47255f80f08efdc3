import { oneAtATime } from '@sangam/shared/core/one-at-a-time';
import type { Logger } from 'pino';
import type { Db } from '../db/database.js';
import type { DomainEvents } from '../events.js';
import type { Bus } from '../lib/bus.js';
import type { Clock } from '../lib/clock.js';
import { withoutAddresses } from '../lib/log.js';
import { repeat, withTimeout } from '../lib/timers.js';
import type { Timings } from '../timings.js';
import { createBudgetUse } from './budgets.js';
import type { JobHandler, Postponed } from './jobs.js';
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
  const doubled = Math.min(retryMaxMs, retryFirstMs * 2 ** Math.min(attempt - 1, 30));
  return Math.round(doubled * (1 - CHANCE * random()));
}

/** One server's share of the jobs in the table. */
export interface JobWorker {
  start(): void;
  /** Takes no more jobs; resolves when the running ones have ended, or after `timeoutMs`: another server then retries them. */
  stop(timeoutMs: number): Promise<void>;
}

const ERROR_MAX_CHARS = 500;

/** How many jobs with budgets one statement takes: they may exceed a budget together by one less. */
const TAKEN_TOGETHER = 4;

/**
 * Runs jobs of these handlers' kinds, each kind independently: a job that hangs blocks no other kind. Checks for due jobs at once
 * when this server has written some, and every `pollMs` for those of other servers, later ones and those of servers that died.
 */
export function createJobWorker(deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  log: Logger;
  timings: Timings['jobs'];
  handlers: readonly JobHandler[];
}): JobWorker {
  const { db, bus, clock, log, timings, handlers } = deps;
  const running = new Set<Promise<void>>();
  let stopped = false;
  let stopPolling = async () => {};
  const dateIn = (ms: number) => new Date(clock.nowMs() + ms);

  const succeeded = async (job: queries.TakenJob) => {
    if (!(await queries.deleteJob(db, job))) await queries.beginAgain(db, job);
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
    if (!(await queries.giveUpJob(db, job, dateIn(0), message))) await queries.beginAgain(db, job);
  };

  const work = async (handler: JobHandler, job: queries.TakenJob): Promise<void> => {
    const { kind } = handler;
    try {
      // The process may have died in each of them before it could record a failure.
      if (job.attempts > ATTEMPTS_MAX) return await failed(kind, job, new Error('no attempt came to an end'));
      const attempt = { jobKey: `${job.id}-${job.created_at.getTime()}` };
      let outcome: Postponed | { error: unknown } | undefined;
      try {
        outcome = await withTimeout(handler.run(job.payload, attempt), timings.doneWithinMs, `${kind} took too long`);
      } catch (error) {
        outcome = { error };
      }
      if (outcome === undefined) await succeeded(job);
      else if ('error' in outcome) await failed(kind, job, outcome.error);
      else await queries.postponeJob(db, job, outcome.againAt, null);
    } catch (error) {
      // Its lease expires, and it is taken again.
      log.warn({ err: error, kind, job: job.id }, 'the end of a job could not be noted');
    }
  };

  const keepRunning = (run: Promise<void>): void => {
    running.add(run);
    void run.finally(() => running.delete(run));
  };

  /**
   * Takes the due jobs of one kind, a few at a time. Takes more once a quarter of the slots is free: a slow job blocks no other,
   * and one statement takes several quick ones. Jobs of a spent budget are left in the table until one of its jobs has ended.
   */
  const laneOf = (handler: JobHandler) => {
    const { kind, atOnce } = handler;
    const budgets = handler.budgets && createBudgetUse(handler.budgets);
    const under = new Set<Promise<void>>();
    const start = (job: queries.TakenJob): void => {
      budgets?.take(job.budgets);
      const run = work(handler, job).finally(() => {
        under.delete(run);
        if (budgets?.giveBack(job.budgets)) wake(kind);
      });
      under.add(run);
      keepRunning(run);
    };
    return oneAtATime(async () => {
      for (;;) {
        while (atOnce - under.size < Math.max(1, Math.floor(atOnce / 4))) await Promise.race(under);
        if (stopped) return;
        const max = Math.min(atOnce - under.size, budgets ? TAKEN_TOGETHER : atOnce);
        const spent = budgets?.spent() ?? [];
        const taken = await queries.takeJobs(db, kind, { now: dateIn(0), until: dateIn(timings.leaseMs), max, spent });
        for (const job of taken) start(job);
        if (taken.length < max) return;
      }
    });
  };

  const lanes = new Map(handlers.map((handler) => [handler.kind, laneOf(handler)]));
  const wake = (kind: string) => {
    const lane = lanes.get(kind);
    if (stopped || !lane) return;
    keepRunning(
      lane().catch((error: unknown) => log.warn({ err: error, kind }, 'jobs could not be taken; trying again')),
    );
  };

  /** Includes jobs that a lane is just taking. */
  const allEnded = async () => {
    while (running.size > 0) await Promise.all(running);
  };

  const look = async () => {
    for (const kind of await queries.dueKinds(db, [...lanes.keys()], dateIn(0))) wake(kind);
  };

  return {
    start() {
      bus.on('jobs:added', ({ kind, due_at }) => {
        if (due_at.getTime() <= clock.nowMs()) wake(kind);
      });
      stopPolling = repeat(look, {
        intervalMs: timings.pollMs,
        onError: (error) => log.warn({ err: error }, 'due jobs could not be found; trying again'),
      });
    },
    async stop(timeoutMs) {
      stopped = true;
      await stopPolling();
      try {
        await withTimeout(allEnded(), timeoutMs, 'jobs did not end in time');
      } catch (error) {
        log.warn({ err: error, left: running.size }, 'running jobs are left for another attempt');
      }
    },
  };
}
