import { type Static, Type } from 'typebox';
import { Data, Instant, Nullable, Strict } from '../../core/schemas.js';
import { QUARTERS_OF_WEEK } from './week.js';

const Hours = Type.String({
  pattern: `^[01]{${QUARTERS_OF_WEEK}}$`,
  description: 'a week of quarter hours from Monday 0:00, as the clocks of the zone show them: 1 for a free one',
});
const Zone = Type.String({ minLength: 1, maxLength: 64, description: 'a time zone, such as Asia/Kathmandu' });

export const HoursBody = Strict({ hours: Hours, zone: Zone });
export type HoursBody = Static<typeof HoursBody>;

/** The member's own free hours; null if they have entered none. */
export const OwnHoursAnswer = Data(Type.Object({ hours: Nullable(HoursBody) }));

export const SharedWindow = Type.Object({ from: Instant, until: Instant });
export type SharedWindow = Static<typeof SharedWindow>;

/** The hours that the reader and another member are both free in the current week of the reader. */
export const SharedHours = Type.Object({
  state: Type.Enum(['shared', 'yours_missing', 'theirs_missing', 'from_tomorrow'], {
    description:
      '`theirs_missing`: they have entered none, or do not show them to the reader; `from_tomorrow`: own changes of today count from tomorrow on; in all states but `shared` nothing is known',
  }),
  about_hours: Type.Integer({ description: 'rounded' }),
  longest: Type.Array(SharedWindow, { maxItems: 3, description: 'the three longest, in the order of the week' }),
  all: Type.Optional(Type.Array(SharedWindow, { description: 'all of them: to teammates only' })),
  next: Type.Optional({
    ...SharedWindow,
    description:
      'the next of the times that the reader may see, or the one that has begun; to teammates also one of next week',
  }),
  zone: Type.Optional(
    Type.String({
      description:
        "the other member's time zone: that of their hours to teammates, and to others their own one if they show it",
    }),
  ),
});
export type SharedHours = Static<typeof SharedHours>;
export const SharedHoursAnswer = Data(SharedHours);
