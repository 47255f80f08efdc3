import { oneAtATime } from '@sangam/shared/core/one-at-a-time';
import type { Logger } from 'pino';
import type { Db } from '../db/database.js';
import type { DomainEvents } from '../events.js';
import type { Bus } from '../lib/bus.js';
import type { Clock } from '../lib/clock.js';
import { repeat, withTimeout } from '../lib/timers.js';
import type { Timings } from '../timings.js';
import { createBudgetUse } from './budgets.js';
import type { JobHandler } from './jobs.js';
import * as queries from './queries.js';
import { createRunJob } from './run-job.js';

/** One server's share of the jobs in the table. */
export interface JobWorker {
  start(): void;
  /** Takes no more jobs; resolves when the running ones have ended, or after `timeoutMs`: another server then retries them. */
  stop(timeoutMs: number): Promise<void>;
}

/** How many jobs with budgets one statement takes: they may exceed a budget together by one less. */
const BUDGETED_BATCH_MAX = 4;

/**
 * The pause before another attempt to take a job whose row was locked. It is shorter than the time between checks: work that regularly adds
 * the same job could hold its row at every check.
 */
const LOCKED_RETRY_MS = 20;

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
  let isLeft = false;
  let stopPolling = async () => {};
  const runJob = createRunJob({ db, clock, log, timings, isLeft: () => isLeft });

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
    const inProgress = new Set<Promise<void>>();
    const start = (job: queries.TakenJob): void => {
      budgets?.take(job.budgets);
      const run = runJob(handler, job).finally(() => {
        inProgress.delete(run);
        if (budgets?.giveBack(job.budgets)) wake(kind);
      });
      inProgress.add(run);
      keepRunning(run);
    };
    return oneAtATime(async () => {
      for (;;) {
        while (atOnce - inProgress.size < Math.max(1, Math.floor(atOnce / 4))) await Promise.race(inProgress);
        if (stopped) return;
        const max = Math.min(atOnce - inProgress.size, budgets ? BUDGETED_BATCH_MAX : atOnce);
        const spent = budgets?.spent() ?? [];
        const { leaseMs } = timings;
        const { jobs, isAnyLocked } = await queries.takeJobs(db, kind, { now: clock.now(), leaseMs, max, spent });
        for (const job of jobs) start(job);
        if (jobs.length === max) continue;
        if (isAnyLocked) wakeSoon(kind);
        return;
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

  const retryTimers = new Map<string, NodeJS.Timeout>();
  const wakeSoon = (kind: string): void => {
    if (stopped || retryTimers.has(kind)) return;
    const timer = setTimeout(() => {
      retryTimers.delete(kind);
      wake(kind);
    }, LOCKED_RETRY_MS);
    retryTimers.set(kind, timer);
  };

  /** Includes jobs that a lane is just taking. */
  const allEnded = async () => {
    while (running.size > 0) await Promise.all(running);
  };

  const wakeDueKinds = async () => {
    for (const kind of await queries.dueKinds(db, [...lanes.keys()], clock.now())) wake(kind);
  };

  return {
    start() {
      bus.on('jobs:added', ({ kind, due_at }) => {
        if (due_at.getTime() <= clock.nowMs()) wake(kind);
      });
      stopPolling = repeat(wakeDueKinds, {
        intervalMs: timings.pollMs,
        onError: (error) => log.warn({ err: error }, 'due jobs could not be found; trying again'),
      });
    },
    async stop(timeoutMs) {
      stopped = true;
      for (const timer of retryTimers.values()) clearTimeout(timer);
      const ended = stopPolling().then(allEnded);
      try {
        await withTimeout(ended, timeoutMs, 'jobs did not end in time');
      } catch (error) {
        isLeft = true;
        log.warn({ err: error, left: running.size }, 'running jobs are left for another attempt');
      }
    },
  };
}
