import type { CallAnswer, CallQuery } from '@sangam/shared/app/calls';
import type { PublicStats, Stats } from '@sangam/shared/app/dashboard';
import { appLimits } from '@sangam/shared/app/limits';
import type { Logger } from 'pino';
import type { Db } from '../../platform/db/database.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { listActivities } from '../../platform/records/activities.queries.js';
import type { Timings } from '../../platform/timings.js';
import { noteFirstMessages } from './first-messages.js';
import { createPublicStats } from './public-stats.js';
import { countForMember } from './queries.js';
import { createUptime } from './uptime.js';

const DAY_MS = 86_400_000;
type Recent = 'GET /api/dashboard/recent-activity';

export interface DashboardService {
  /** Begins to record that this server is up. */
  start(): Promise<void>;
  /** Finishes what is being written. */
  stop(): Promise<void>;
  /** Counts over everybody, at most 5 s old. */
  publicStats(): Promise<PublicStats>;
  /** The member's own counts; what is new is that of the last 7 days, and for projects of the last 30. */
  stats(userId: number): Promise<Stats>;
  /** Newest first. */
  recentActivity(userId: number, query: CallQuery<Recent>): Promise<Pick<CallAnswer<Recent>, 'data' | 'has_more'>>;
}

export function createDashboardService(deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  log: Logger;
  timings: Timings['uptime'];
}): DashboardService {
  const { db, clock } = deps;
  const daysAgo = (days: number) => new Date(clock.nowMs() - days * DAY_MS);
  const uptime = createUptime({ ...deps, checkMs: deps.timings.checkMs });
  const firstMessages = noteFirstMessages(deps);
  return {
    start: uptime.start,
    async stop() {
      await Promise.all([uptime.stop(), firstMessages.settled()]);
    },
    publicStats: createPublicStats({ db, clock, uptime }),
    stats: (userId) => countForMember(db, userId, { weekAgo: daysAgo(7), monthAgo: daysAgo(30) }),
    async recentActivity(userId, { before, limit = appLimits.activityPage }) {
      const rows = await listActivities(db, userId, { before, limit: limit + 1 });
      const page = rows.slice(0, limit).map(({ created_at, ...row }) => ({ ...row, time: created_at.toISOString() }));
      return { data: page, has_more: rows.length > limit };
    },
  };
}
