import { Strict } from '@sangam/shared/contract/common';
import type { Logger } from 'pino';
import type { Db } from '../../db/database.js';
import { transact } from '../../db/transaction.js';
import type { DomainEvents } from '../../events.js';
import type { Bus } from '../../lib/bus.js';
import type { Clock } from '../../lib/clock.js';
import { repeat } from '../../lib/repeat.js';
import { ok } from '../../lib/result.js';
import type { Timings } from '../../timings.js';
import { addJobs, type JobHandler, jobHandler, jobKind } from '../jobs/jobs.js';
import type { Changed, Topic } from '../news/news.js';
import { addPushes, PUSHED_AFTER_MS } from './add.js';
import { deleteSubscriptions, findShown } from './queries.js';
import { findStale } from './stale.queries.js';

/** Looks for what a server that died has left. */
const catchUp = jobKind('push:catch-up', Strict({}));
const CATCH_UP_MAX = 1_000;

export interface PushFollower {
  start(): Promise<void>;
  stop(): Promise<void>;
  handler: JobHandler;
}

/**
 * Writes jobs for what this server sent and what was read through it. Messages are gathered for a moment instead of being
 * written with a job each, so that sending one costs what it did; what a dying server had gathered is found by the catch-up,
 * which runs at every start and every `catchUpMs`.
 */
export function createPushFollower(deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  log: Logger;
  timings: Timings['push'];
}): PushFollower {
  const { db, bus, clock, log, timings } = deps;
  const told = new Map<string, Changed>();
  const read = new Map<string, Changed>();
  const note = (where: Map<string, Changed>, user_id: number, topic: Topic): void => {
    where.set(`${user_id} ${topic}`, { user_id, topic });
  };
  const dueAt = (ms: number) => new Date(clock.nowMs() + ms);

  const write = async () => {
    const [changed, ended] = [[...told.values()], [...read.values()]];
    told.clear();
    read.clear();
    try {
      const shown = await findShown(db, ended);
      if (changed.length + shown.length === 0) return;
      await transact(db, bus, async (trx, publish) => {
        await addPushes(trx, publish, changed, dueAt(PUSHED_AFTER_MS));
        await addPushes(trx, publish, shown, dueAt(0));
        return ok(null);
      });
    } catch (error) {
      for (const { user_id, topic } of changed) note(told, user_id, topic);
      for (const { user_id, topic } of ended) note(read, user_id, topic);
      throw error;
    }
  };
  const onError = (error: unknown) => log.warn({ err: error }, 'pushes could not be written; trying again');
  const addCatchUp = () =>
    transact(db, bus, async (trx, publish) => {
      await addJobs(trx, publish, catchUp, [{ payload: {}, key: 'all', due_at: dueAt(PUSHED_AFTER_MS) }]);
      return ok(null);
    });

  let stops: (() => Promise<void>)[] = [];
  return {
    async start() {
      bus.on('messages:sent', (messages) => {
        for (const { receiver_id, sender_id } of messages) note(told, receiver_id, `chat:${sender_id}`);
      });
      bus.on('messages:read', ({ reader_id, other_id }) => note(read, reader_id, `chat:${other_id}`));
      bus.on('inboxes:changed', (changes) => {
        for (const { user_id, change } of changes)
          for (const id of [...change.read_ids, ...change.cleared_ids]) note(read, user_id, `inbox:${id}`);
      });
      bus.on('sessions:ended', ({ session_ids }) => {
        deleteSubscriptions(db, session_ids).catch((error: unknown) =>
          log.warn({ err: error }, 'the devices of ended sessions could not be deleted'),
        );
      });
      stops = [
        repeat(write, { intervalMs: timings.gatherMs, onError }),
        repeat(addCatchUp, { intervalMs: timings.catchUpMs, onError }),
      ];
      await addCatchUp();
    },
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
      // What is left is found at the next start.
      await write().catch(onError);
    },
    handler: jobHandler(
      catchUp,
      async () => {
        const stale = await findStale(db, dueAt(0), CATCH_UP_MAX);
        await transact(db, bus, async (trx, publish) => ok(await addPushes(trx, publish, stale, dueAt(0))));
      },
      { atOnce: 1 },
    ),
  };
}
