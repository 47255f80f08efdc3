import { Seq, Strict } from '@sangam/shared/core/schemas';
import type { Logger } from 'pino';
import { Type } from 'typebox';
import type { Db, Trx } from '../../platform/db/database.js';
import { type Publish, transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import { addJobs, type JobHandler, jobHandler, jobKind } from '../../platform/jobs/jobs.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { ok } from '../../platform/lib/result.js';
import { repeat } from '../../platform/lib/timers.js';

/** The dependencies of every follower. */
export interface FollowerDeps {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  log: Logger;
  timings: {
    /** How long changes are gathered before their jobs are written. */
    gatherMs: number;
    catchUpMs: number;
  };
}

/** The differences between followers: web push and unread emails. */
interface FollowerOptions<Change> {
  /** The kind of the catch-up job. */
  kind: string;
  /** Subscribes to this server's events and notes each change; a newer change replaces the last one with the same key. */
  listen(note: (key: string, change: Change) => void): void;
  /** Writes the jobs for these changes. */
  write(trx: Trx, publish: Publish, changes: readonly Change[]): Promise<void>;
  /**
   * Functions that write missing jobs for the page of rows after an id. Each returns the page's last id, or null after the last row. Add new
   * ones at the end, since jobs name them by their place.
   */
  catchUpPasses: readonly ((after: number) => Promise<number | null>)[];
  /** The delay after a start, so that jobs that other servers are about to write do not count as missing. */
  catchUpAfterMs: number;
}

export interface ChangeFollower {
  start(): Promise<void>;
  stop(): Promise<void>;
  handler: JobHandler;
}

/** Without a position, a catch-up begins with the first row of the first pass. */
const CatchUp = Strict({ from: Type.Optional(Strict({ pass: Seq, after: Seq })) });

/** The pages of one attempt. The next one follows, so a failure repeats only these, and no attempt takes longer than a job may. */
const PAGES_OF_ATTEMPT = 50;

/**
 * Writes jobs when this server makes something unread or read. Changes are gathered first, so that not every message costs a job. The
 * catch-up, at every start and every `catchUpMs`, finds the changes that a server had gathered when it crashed.
 */
export function createChangeFollower<Change>(deps: FollowerDeps, following: FollowerOptions<Change>): ChangeFollower {
  const { db, bus, clock, log, timings } = deps;
  const { kind, listen, write, catchUpPasses, catchUpAfterMs } = following;
  const catchUpKind = jobKind(kind, CatchUp);
  const pendingChanges = new Map<string, Change>();

  const writePending = async () => {
    const changes = new Map(pendingChanges);
    if (changes.size === 0) return;
    pendingChanges.clear();
    try {
      await transact(db, bus, async (trx, publish) => ok(await write(trx, publish, [...changes.values()])));
    } catch (error) {
      for (const [key, change] of changes) if (!pendingChanges.has(key)) pendingChanges.set(key, change);
      throw error;
    }
  };
  const onError = (error: unknown) => log.warn({ err: error, kind }, 'jobs could not be written; trying again');
  const scheduleCatchUp = () =>
    transact(db, bus, async (trx, publish) => {
      const due_at = new Date(clock.nowMs() + catchUpAfterMs);
      return ok(await addJobs(trx, publish, catchUpKind, [{ payload: {}, key: 'all', due_at }]));
    });

  let stops: (() => Promise<void>)[] = [];
  return {
    async start() {
      listen((key, change) => pendingChanges.set(key, change));
      stops = [
        repeat(writePending, { intervalMs: timings.gatherMs, onError }),
        repeat(scheduleCatchUp, { intervalMs: timings.catchUpMs, onError }),
      ];
      await scheduleCatchUp();
    },
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
      // If this fails, the catch-up at the next start finds the changes.
      await writePending().catch(onError);
    },
    handler: jobHandler(
      catchUpKind,
      async ({ from = { pass: 0, after: 0 } }) => {
        let position = from;
        for (let page = 0; page < PAGES_OF_ATTEMPT; page += 1) {
          const pass = catchUpPasses[position.pass];
          if (pass === undefined) return undefined;
          const last = await pass(position.after);
          position = last === null ? { pass: position.pass + 1, after: 0 } : { pass: position.pass, after: last };
        }
        return { nextPayload: { from: position } };
      },
      { atOnce: 1 },
    ),
  };
}
