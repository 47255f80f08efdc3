import { hourMs } from '@sangam/shared/core/limits';
import { oneAtATime } from '@sangam/shared/core/one-at-a-time';
import type { Logger } from 'pino';
import type { Db } from '../../platform/db/database.js';
import { inTransaction } from '../../platform/db/transaction.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Sweep } from '../../platform/member-data/parts.js';
import { lockSweeping } from './queries.js';

export interface Sweeper {
  start(): void;
  /** Sweeps now; does nothing while another server sweeps. */
  sweep(): Promise<void>;
  /** Resolves once a running sweep has ended. */
  stop(): Promise<void>;
}

const EVERY_MS = hourMs;
/** Early enough for a server that rarely runs for an hour, late enough not to slow its start. */
const FIRST_AFTER_MS = 60_000;
/** Few enough for the statement timeout. */
const ROWS_PER_STATEMENT = 2_000;

/** Runs the subjects' sweeps once an hour, on one server at a time. */
export function createSweeper(deps: { db: Db; clock: Clock; log: Logger; sweeps: readonly Sweep[] }): Sweeper {
  const { db, clock, log, sweeps } = deps;
  const timers: NodeJS.Timeout[] = [];
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  const sweepSome = (nowMs: number): Promise<number> =>
    inTransaction(db, async (trx) => {
      if (!(await lockSweeping(trx))) return 0;
      const deleted: number[] = [];
      for (const part of sweeps) deleted.push(await part(trx, nowMs, ROWS_PER_STATEMENT));
      return Math.max(...deleted);
    });

  const sweep = oneAtATime(async () => {
    let deleted = 0;
    do deleted = await sweepSome(clock.nowMs());
    while (deleted === ROWS_PER_STATEMENT && !stopped);
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
