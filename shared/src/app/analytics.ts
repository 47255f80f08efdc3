import { type Static, Type } from 'typebox';
import { Data, Limit, Strict } from '../core/schemas.js';
import { appLimits } from './limits.js';

const Count = Type.Integer({ minimum: 0 });
const Hours = (description: string) => Type.Union([Type.Number({ minimum: 0 }), Type.Null()], { description });

/** A member's figures of one week. */
export const AnalyticsWeek = Type.Object({
  start: Type.String({ description: 'its Monday, as a date in the time zone' }),
  requests_received: Count,
  requests_answered: Count,
  answer_hours: Hours('the median time to the answers of this week; null without one'),
  requests_sent: Count,
  sent_accepted: Type.Integer({ minimum: 0, description: 'among those sent in this week, as are the next three' }),
  sent_rejected: Count,
  sent_pending: Count,
  sent_ended: Count,
  messages_sent: Count,
  messages_received: Count,
  teams_joined: Count,
  members_joined: Type.Integer({ minimum: 0, description: "members who joined the member's projects" }),
});
export type AnalyticsWeek = Static<typeof AnalyticsWeek>;

export const Analytics = Type.Object({
  time_zone: Type.String(),
  weeks: Type.Array(AnalyticsWeek, { description: 'oldest first; the last is the current week' }),
  answer_hours: Hours('the median time to the answers of all these weeks; null without one'),
  conversations_max: Type.Optional(
    Type.Integer({ description: 'messages are counted only in this many most recent conversations' }),
  ),
});
export type Analytics = Static<typeof Analytics>;

export const AnalyticsQuery = Strict({ weeks: Limit(appLimits.analyticsWeeks, appLimits.analyticsWeeksMax) });
export const AnalyticsAnswer = Data(Analytics);
