import type { CallAnswer, CallQuery } from '@sangam/shared/app/calls';
import type { PublicStats, Stats } from '@sangam/shared/app/dashboard';
import { appLimits } from '@sangam/shared/app/limits';
import { dayMs, minuteMs } from '@sangam/shared/core/limits';
import { projectServerLimits } from '@sangam/shared/projects/limits';
import type { Logger } from 'pino';
import type { StoredMessage } from '../../chat/events.js';
import type { Db } from '../../platform/db/database.js';
import type { ActDeps } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { chatActivity, listActivities, recordActivities } from '../../platform/records/activities.queries.js';
import type { Timings } from '../../platform/timings.js';
import { keepValue } from '../kept-value.js';
import { countForEverybody, countForMember, findMessageRequests } from './queries.js';
import { createUptime, type Uptime } from './uptime.js';

type Recent = 'GET /api/dashboard/recent-activity';

export interface DashboardService {
  /** Starts recording uptime. */
  start(): Promise<void>;
  /** Resolves once pending writes are done. */
  stop(): Promise<void>;
  /** Counts over all members, counted at most once in 5 s; a minute old at most. */
  publicStats(): Promise<PublicStats>;
  /** The member's own counts; "new" means the last 7 days, for projects the last 30. */
  stats(userId: number): Promise<Stats>;
  /** Newest first. */
  recentActivity(userId: number, query: CallQuery<Recent>): Promise<Pick<CallAnswer<Recent>, 'data' | 'has_more'>>;
}

export function createDashboardService(
  deps: ActDeps & {
    log: Logger;
    timings: Timings['uptime'];
  },
): DashboardService {
  const { db, clock } = deps;
  const daysAgo = (days: number) => new Date(clock.nowMs() - days * dayMs);
  const uptime = createUptime({ ...deps, checkMs: deps.timings.checkMs });
  const firstMessages = recordFirstMessages(deps);
  return {
    start: uptime.start,
    async stop() {
      await Promise.all([uptime.stop(), firstMessages.settled()]);
    },
    publicStats: createPublicStats({ ...deps, uptime }),
    stats: (userId) => countForMember(db, userId, { weekAgo: daysAgo(7), monthAgo: daysAgo(30) }),
    async recentActivity(userId, { before, limit = appLimits.activityPage }) {
      const rows = await listActivities(db, userId, { before, limit: limit + 1 });
      const page = rows.slice(0, limit).map(({ created_at, ...row }) => ({ ...row, time: created_at.toISOString() }));
      return { data: page, has_more: rows.length > limit };
    },
  };
}

const ACTIVE_MS = 30 * dayMs;
const FRESH_MS = 5_000;
const STALE_MS = minuteMs;

/** Counts that anybody may see, kept so that visitors cannot make the database count on every request. */
function createPublicStats({ db, clock, log, uptime }: { db: Db; clock: Clock; log: Logger; uptime: Uptime }) {
  const compute = async (): Promise<PublicStats> => {
    const nowMs = clock.nowMs();
    const since = {
      seenSince: new Date(nowMs - ACTIVE_MS),
      activeSince: new Date(nowMs - projectServerLimits.listedForMs),
    };
    const counts = await countForEverybody(db, since);
    const measured = await uptime.percent();
    return { ...counts, uptime: measured ?? appLimits.uptimeDefaultPercent, uptime_measured: measured !== null };
  };
  return keepValue({ compute, freshMs: FRESH_MS, staleMs: STALE_MS, clock, log });
}

/**
 * Records a conversation's first message in both members' activity, a message request in its sender's. It follows the bus to keep the message writer fast: a crash
 * loses an activity, never a message. `settled` resolves once all started writes are done.
 */
function recordFirstMessages({ db, bus }: { db: Db; bus: Bus<DomainEvents> }): { settled(): Promise<void> } {
  const running = new Set<Promise<void>>();

  const write = async (firsts: readonly StoredMessage[]) => {
    // A team's conversation begins with the team, which is activity already.
    const direct = firsts.flatMap(({ sender_id, receiver_id }) =>
      receiver_id === null ? [] : [{ sender_id, receiver_id }],
    );
    // A stranger's message shows among the message requests only.
    const requested = await findMessageRequests(db, direct);
    const lines = direct.flatMap((first) => [
      chatActivity('chat:begun', first.sender_id, first.receiver_id),
      ...(requested.includes(first) ? [] : [chatActivity('chat:received', first.receiver_id, first.sender_id)]),
    ]);
    await db.transaction().execute((trx) => recordActivities(trx, lines));
  };

  bus.on('messages:sent', (batch) => {
    const firsts = batch.filter((message) => message.seq === 1);
    if (firsts.length === 0) return;
    const work = write(firsts);
    const tracked = work.then(
      () => void running.delete(tracked),
      () => void running.delete(tracked),
    );
    running.add(tracked);
    // The bus logs failures.
    return work;
  });

  return { settled: () => Promise.all(running).then(() => undefined) };
}
