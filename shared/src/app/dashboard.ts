import { type Static, Type } from 'typebox';
import { Data, Id, Instant, Limit, Nullable, Strict, Success } from '../core/schemas.js';
import { achievementKinds } from './achievements.js';
import { appLimits } from './limits.js';

export const Activity = Type.Object({
  id: Id,
  type: Type.Enum(['project', 'collaboration', 'message', 'other']),
  icon: Type.Enum(['Plus', 'Users', 'MessageCircle', 'Award', 'Rocket', 'Target']),
  message: Type.String(),
  time: Instant,
  project_id: Nullable(Type.Integer({ ...Id, description: 'the project concerned' })),
  user_id: Nullable(Type.Integer({ ...Id, description: 'the other member of the conversation concerned' })),
  kind: Type.Optional(Nullable(Type.String({ description: 'the event, such as request:received' }))),
  member_id: Type.Optional(Nullable(Type.Integer({ ...Id, description: 'the named member' }))),
});
export type Activity = Static<typeof Activity>;

export const Stats = Type.Object({
  totalProjects: Type.Integer({ description: 'projects this member created' }),
  projectsMonthAgo: Type.Integer({ description: 'those older than 30 days' }),
  activeCollaborations: Type.Integer({ description: 'teams shared with at least one other member' }),
  newCollaborations: Type.Integer({ description: 'those that began in the last 7 days' }),
  totalMessages: Type.Integer({ description: 'messages sent and received' }),
  recentActivity: Type.Integer({ description: 'activity items of the last 7 days' }),
  achievements: Type.Optional(
    Type.Array(Type.Enum([...achievementKinds]), {
      description: 'achievements from stored facts; the profile shows whether it is complete',
    }),
  ),
});
export type Stats = Static<typeof Stats>;

export const PublicStats = Type.Object({
  totalUsers: Type.Integer(),
  activeUsers: Type.Integer({ description: 'members active in the last 30 days' }),
  totalProjects: Type.Integer(),
  listedProjects: Type.Integer({ description: 'projects that their creators confirmed in the last 14 days' }),
  uptime: Type.Number({ description: 'percent; 99.5 before a day of minutes is recorded' }),
  uptime_measured: Type.Optional(
    Type.Boolean({ description: 'whether `uptime` is measured rather than that default' }),
  ),
});
export type PublicStats = Static<typeof PublicStats>;

export const StatsAnswer = Data(Stats);
export const PublicStatsAnswer = Data(PublicStats);
export const ActivityAnswer = Success({ data: Type.Array(Activity), has_more: Type.Boolean() });

/** The first page, or the page after the line with the id `before`. */
export const ActivityQuery = Strict({
  before: Type.Optional(Id),
  limit: Limit(appLimits.activityPage, appLimits.activityPageMax),
});
