import { Strict } from '@sangam/shared/core/schemas';
import type { Logger } from 'pino';
import type { Db, Trx } from '../../platform/db/database.js';
import { type Publish, transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import { addJobs } from '../../platform/jobs/add.js';
import { type JobHandler, jobHandler, jobKind } from '../../platform/jobs/kinds.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { repeat } from '../../platform/lib/repeat.js';
import { ok } from '../../platform/lib/result.js';

/** What every follower is given. */
export interface FollowerDeps {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  log: Logger;
  timings: {
    /** How long it is gathered what came, before jobs are written. */
    gatherMs: number;
    catchUpMs: number;
  };
}

/** By what a follower of news differs from others. */
export interface Following<Came> {
  /** Of the job that catches up. */
  kind: string;
  /** Hears of what this server did, and notes it: of one key the newest. */
  listen(note: (key: string, came: Came) => void): void;
  /** Writes the jobs of what came. */
  write(trx: Trx, publish: Publish, came: readonly Came[]): Promise<void>;
  /** Writes the jobs that are missing of rows after the one with this id; answers the last row that it looked at, null behind all. */
  catchUp: readonly ((after: number) => Promise<number | null>)[];
  /** So much later than a start: what other servers are about to write by themselves is not missing. */
  catchUpAfterMs: number;
}

export interface NewsFollower {
  start(): Promise<void>;
  stop(): Promise<void>;
  handler: JobHandler;
}

/**
 * Writes jobs for what came to members through this server. It is gathered for a moment instead of being written with a job each,
 * so that sending a message costs what it did; what a dying server had gathered is found by the catch-up, which runs at every
 * start and every `catchUpMs`.
 */
export function createNewsFollower<Came>(deps: FollowerDeps, following: Following<Came>): NewsFollower {
  const { db, bus, clock, log, timings } = deps;
  const { kind, listen, write, catchUp, catchUpAfterMs } = following;
  const catchUpKind = jobKind(kind, Strict({}));
  const gathered = new Map<string, Came>();

  const writeGathered = async () => {
    const came = new Map(gathered);
    if (came.size === 0) return;
    gathered.clear();
    try {
      await transact(db, bus, async (trx, publish) => ok(await write(trx, publish, [...came.values()])));
    } catch (error) {
      for (const [key, one] of came) if (!gathered.has(key)) gathered.set(key, one);
      throw error;
    }
  };
  const onError = (error: unknown) => log.warn({ err: error, kind }, 'jobs could not be written; trying again');
  const addCatchUp = () =>
    transact(db, bus, async (trx, publish) => {
      const due_at = new Date(clock.nowMs() + catchUpAfterMs);
      return ok(await addJobs(trx, publish, catchUpKind, [{ payload: {}, key: 'all', due_at }]));
    });

  let stops: (() => Promise<void>)[] = [];
  return {
    async start() {
      listen((key, came) => gathered.set(key, came));
      stops = [
        repeat(writeGathered, { intervalMs: timings.gatherMs, onError }),
        repeat(addCatchUp, { intervalMs: timings.catchUpMs, onError }),
      ];
      await addCatchUp();
    },
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
      // What is left is found at the next start.
      await writeGathered().catch(onError);
    },
    handler: jobHandler(
      catchUpKind,
      async () => {
        for (const pass of catchUp) for (let after: number | null = 0; after !== null; ) after = await pass(after);
      },
      { atOnce: 1 },
    ),
  };
}
