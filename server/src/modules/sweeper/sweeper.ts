import { oneAtATime } from '@sangam/shared/rules/one-at-a-time';
import type { Logger } from 'pino';
import type { Db } from '../../db/database.js';
import type { Clock } from '../../lib/clock.js';
import * as queries from './queries.js';

export interface Sweeper {
  start(): void;
  /** Sweeps now; nothing is done when another server does. */
  sweep(): Promise<void>;
  /** Finishes what is under way. */
  stop(): Promise<void>;
}

const EVERY_MS = 3_600_000;
/** Soon enough for a server that seldom runs for an hour, late enough not to be in the way of its start. */
const FIRST_AFTER_MS = 60_000;
/** Expired or ended sessions stay so long, for whoever looks into what happened. */
const SESSION_KEPT_MS = 30 * 24 * 3_600_000;
/** Few enough to be deleted well within a statement's time. */
const SESSIONS_AT_ONCE = 2_000;

/** Deletes rows that nothing will ask for again, and that would only grow in number. One server at a time. */
export function createSweeper({ db, clock, log }: { db: Db; clock: Clock; log: Logger }): Sweeper {
  const timers: NodeJS.Timeout[] = [];
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  const sweepSome = (nowMs: number): Promise<number> =>
    db.transaction().execute(async (trx) => {
      if (!(await queries.lockSweeping(trx))) return 0;
      await queries.deleteExpiredSecrets(trx, new Date(nowMs));
      return queries.deleteSessions(trx, new Date(nowMs - SESSION_KEPT_MS), SESSIONS_AT_ONCE);
    });

  const sweep = oneAtATime(async () => {
    let deleted = 0;
    do deleted = await sweepSome(clock.nowMs());
    while (deleted === SESSIONS_AT_ONCE && !stopped);
  });

  const run = () => {
    running = sweep().catch((error: unknown) =>
      log.warn({ err: error }, 'old rows could not be deleted; trying again later'),
    );
  };

  return {
    sweep,
    start() {
      timers.push(setTimeout(run, FIRST_AFTER_MS).unref(), setInterval(run, EVERY_MS).unref());
    },
    async stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      await running;
    },
  };
}
