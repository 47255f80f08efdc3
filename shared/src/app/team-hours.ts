import { type Static, Type } from 'typebox';
import { Data, Id, Instant } from '../core/schemas.js';

export const TeamHoursMember = Type.Object({
  id: Id,
  name: Type.String(),
  has_hours: Type.Boolean({ description: 'whether they have entered free hours' }),
});
export type TeamHoursMember = Static<typeof TeamHoursMember>;

/** A time in which the same members are free. */
export const TeamTime = Type.Object({ from: Instant, until: Instant, members: Type.Array(Id) });
export type TeamTime = Static<typeof TeamTime>;

/** The hours that a project's team shares in the seven days from now. */
export const TeamHours = Type.Object({
  members: Type.Array(TeamHoursMember, {
    description: 'the team, creator first; without members across a block, suspended and deleted ones',
  }),
  times: Type.Array(
    Type.Object({
      from: Instant,
      until: Instant,
      free: Type.Integer({ minimum: 2, description: 'the number of free members' }),
    }),
    { description: 'times when at least two of them are free, in order' },
  ),
  best: Type.Array(TeamTime, {
    maxItems: 3,
    description: 'most members first, then the longest; never at night for any of them',
  }),
});
export type TeamHours = Static<typeof TeamHours>;
export const TeamHoursAnswer = Data(TeamHours);
