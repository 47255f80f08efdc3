import type { CallAnswer, CallQuery } from '@sangam/shared/app/calls';
import type { PublicStats, Stats } from '@sangam/shared/app/dashboard';
import { appLimits } from '@sangam/shared/app/limits';
import { dayMs, minuteMs } from '@sangam/shared/core/limits';
import { projectServerLimits } from '@sangam/shared/projects/limits';
import type { Logger } from 'pino';
import type { Db } from '../../platform/db/database.js';
import type { ActDeps } from '../../platform/db/transaction.js';
import type { Clock } from '../../platform/lib/clock.js';
import { listActivities } from '../../platform/records/activities.queries.js';
import type { Timings } from '../../platform/timings.js';
import { cacheValue } from '../cached-value.js';
import { recordFirstMessages } from './first-messages.js';
import { countForEverybody, countForMember } from './queries.js';
import { createUptime, type Uptime } from './uptime.js';

type Recent = 'GET /api/dashboard/recent-activity';

export interface DashboardService {
  /** Starts recording uptime. */
  start(): Promise<void>;
  /** Resolves once pending writes are done. */
  stop(): Promise<void>;
  /** Returns the counts over all members, computed at most every 5 s and at most a minute old. */
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

/** Caches the counts that anybody may see, so that visitors cannot make the database count on every request. */
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
  return cacheValue({ compute, freshMs: FRESH_MS, staleMs: STALE_MS, clock, log });
}
