import { chatServerLimits } from '@sangam/shared/chat/limits';
import { coreServerLimits } from '@sangam/shared/core/limits';
import { oneAtATime } from '@sangam/shared/core/one-at-a-time';
import { trustServerLimits } from '@sangam/shared/trust/limits';
import type { Logger } from 'pino';
import { collectUnnamed } from '../../chat/attachments/collect.js';
import type { FileStore } from '../../chat/attachments/file-store.js';
import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import * as queries from './queries.js';

export interface Sweeper {
  start(): void;
  /** Sweeps now; does nothing while another server sweeps. */
  sweep(): Promise<void>;
  /** Resolves once a running sweep has ended. */
  stop(): Promise<void>;
}

const EVERY_MS = 3_600_000;
/** Soon enough for a server that seldom runs for an hour, late enough not to slow its start. */
const FIRST_AFTER_MS = 60_000;
/** Ended sessions, and jobs that were given up, are kept this long, for investigations. */
const RETENTION_MS = 30 * 24 * 3_600_000;
/** Few enough to be deleted well within the statement timeout. */
const ROWS_PER_STATEMENT = 2_000;

/** Deletes expired rows, and files that no message names, once an hour. One server at a time. */
export function createSweeper(deps: { db: Db; clock: Clock; log: Logger; files: FileStore }): Sweeper {
  const { db, clock, log, files } = deps;
  const timers: NodeJS.Timeout[] = [];
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  const sweepSome = (nowMs: number): Promise<number> =>
    db.transaction().execute(async (trx) => {
      if (!(await queries.lockSweeping(trx))) return 0;
      await queries.deleteExpiredSecrets(trx, new Date(nowMs));
      await queries.deleteFailedJobs(trx, new Date(nowMs - RETENTION_MS));
      await queries.deleteBeyond(trx, coreServerLimits.inboxItemsMax);
      const readBefore = new Date(nowMs - coreServerLimits.readNotificationKeptMs);
      const decidedBefore = new Date(nowMs - trustServerLimits.decidedReportKeptMs);
      const replacedBefore = new Date(nowMs - chatServerLimits.replacedWordsKeptMs);
      const deleted = [
        await queries.deleteBefore(trx, 'notifications', readBefore, ROWS_PER_STATEMENT),
        await queries.deleteBefore(trx, 'sessions', new Date(nowMs - RETENTION_MS), ROWS_PER_STATEMENT),
        await queries.deleteBefore(trx, 'reports', decidedBefore, ROWS_PER_STATEMENT),
        await queries.deleteBefore(trx, 'message_acts', replacedBefore, ROWS_PER_STATEMENT),
        await queries.deleteBefore(trx, 'message_wordings', replacedBefore, ROWS_PER_STATEMENT),
        await queries.deleteOldAudit(trx, ROWS_PER_STATEMENT),
        await collectUnnamed(trx, files, nowMs, ROWS_PER_STATEMENT),
      ];
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
