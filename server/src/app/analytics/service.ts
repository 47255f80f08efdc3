import type { Analytics, AnalyticsWeek } from '@sangam/shared/app/analytics';
import { appLimits } from '@sangam/shared/app/limits';
import { hourMs } from '@sangam/shared/core/limits';
import { findTimeZone } from '../../people/people.js';
import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import { countByWeek, countMessagesAt, findMedianAnswer } from './queries.js';
import { weeksUntil } from './weeks.js';

/** Counting messages reads a few rows of each conversation. */
const CONVERSATIONS_MAX = 200;

/** Rounds up, so that a quick answer doesn't show as 0 hours. */
const inHours = (ms: number | null): number | null => (ms === null ? null : Math.ceil((ms / hourMs) * 100) / 100);

/** Returns a member's own figures by week, in their time zone. */
export type ReadAnalytics = (userId: number, weeks?: number) => Promise<Analytics>;

export function createAnalytics({ db, clock }: { db: Db; clock: Clock }): ReadAnalytics {
  return async (userId, count = appLimits.analyticsWeeks) => {
    const time_zone = await findTimeZone(db, userId);
    const { starts, moments } = weeksUntil(clock.nowMs(), time_zone, count);
    const [counts, median, messages] = await Promise.all([
      countByWeek(db, { userId, moments, now: clock.now() }),
      findMedianAnswer(db, { userId, moments }),
      countMessagesAt(db, { userId, moments }, CONVERSATIONS_MAX),
    ]);
    const countsAt = (weekNumber: number) =>
      messages.rows.find(({ moment }) => moment === weekNumber) ?? { mine: 0, theirs: 0 };
    const weeks = starts.map((start, index): AnalyticsWeek => {
      const weekNumber = index + 1;
      const {
        week: _,
        answer_ms,
        ...row
      } = counts.find(({ week }) => week === weekNumber) ?? { week: weekNumber, ...emptyWeek };
      const [before, after] = [countsAt(weekNumber), countsAt(weekNumber + 1)];
      return {
        start,
        ...row,
        answer_hours: inHours(answer_ms),
        requests_sent: row.sent_accepted + row.sent_rejected + row.sent_pending + row.sent_ended,
        messages_sent: after.mine - before.mine,
        messages_received: after.theirs - before.theirs,
      };
    });
    return {
      time_zone,
      weeks,
      answer_hours: inHours(median),
      ...(messages.isPart ? { conversations_max: CONVERSATIONS_MAX } : {}),
    };
  };
}

const emptyWeek = {
  requests_received: 0,
  requests_answered: 0,
  answer_ms: null,
  sent_accepted: 0,
  sent_rejected: 0,
  sent_pending: 0,
  sent_ended: 0,
  teams_joined: 0,
  members_joined: 0,
};
