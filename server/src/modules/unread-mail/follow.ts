import { Strict } from '@sangam/shared/contract/common';
import { serverLimits } from '@sangam/shared/rules/limits';
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
import { addUnreadMail, addUnreadMails } from './add.js';
import { findUntoldMembers } from './queries.js';

/** Looks for what a server that died has left. */
const catchUp = jobKind('mail:catch-up', Strict({}));
const CATCH_UP_PAGE = 1_000;

export interface MailFollower {
  start(): Promise<void>;
  stop(): Promise<void>;
  handler: JobHandler;
}

/**
 * Writes jobs for members to whom something came through this server. They are gathered for a moment, so that what they are told
 * costs what it did; what a dying server had gathered is found by the catch-up, at every start and every `catchUpMs`.
 */
export function createMailFollower(deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  log: Logger;
  timings: Timings['unreadMail'];
}): MailFollower {
  const { db, bus, clock, log, timings } = deps;
  const told = new Set<number>();
  const now = () => new Date(clock.nowMs());

  const write = async () => {
    const userIds = [...told];
    if (userIds.length === 0) return;
    told.clear();
    try {
      await transact(db, bus, async (trx, publish) => ok(await addUnreadMails(trx, publish, userIds, now())));
    } catch (error) {
      for (const id of userIds) told.add(id);
      throw error;
    }
  };
  const onError = (error: unknown) => log.warn({ err: error }, 'mails could not be planned; trying again');
  const addCatchUp = () =>
    transact(db, bus, async (trx, publish) =>
      ok(await addJobs(trx, publish, catchUp, [{ payload: {}, key: 'all', due_at: now() }])),
    );

  let stops: (() => Promise<void>)[] = [];
  return {
    async start() {
      bus.on('messages:sent', (messages) => {
        for (const { receiver_id } of messages) told.add(receiver_id);
      });
      bus.on('inboxes:changed', (changes) => {
        for (const { user_id, change } of changes) if (change.added.length > 0) told.add(user_id);
      });
      // Who chose anew has what waits looked at by the new choice.
      bus.on('choices:changed', ({ user_id }) => {
        transact(db, bus, async (trx, publish) => ok(await addUnreadMail(trx, publish, user_id, now()))).catch(onError);
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
        const since = new Date(clock.nowMs() - serverLimits.newsMailedWithinMs);
        let after = 0;
        let found: number[];
        do {
          found = await findUntoldMembers(db, { since, after, max: CATCH_UP_PAGE });
          after = found.at(-1) ?? after;
          const userIds = found;
          // As of that time, so that each is looked at now.
          await transact(db, bus, async (trx, publish) => ok(await addUnreadMails(trx, publish, userIds, since)));
        } while (found.length === CATCH_UP_PAGE);
      },
      { atOnce: 1 },
    ),
  };
}
