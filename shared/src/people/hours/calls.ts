import { type Static, Type } from 'typebox';
import { ChangeCount, Data, Instant, Nullable, Strict } from '../../core/schemas.js';
import { QUARTERS_OF_WEEK } from './week.js';

const Hours = Type.String({
  pattern: `^[01]{${QUARTERS_OF_WEEK}}$`,
  description: 'a week of quarter hours from Monday 0:00, local time in the zone; 1 is free',
});
const Zone = Type.String({ minLength: 1, maxLength: 64, description: 'a time zone, such as Asia/Kathmandu' });

export const HoursBody = Strict({ hours: Hours, zone: Zone });
export type HoursBody = Static<typeof HoursBody>;

/** The member's own free hours; null if they have entered none. */
export const OwnHours = Type.Object({ hours: Nullable(HoursBody), version: Type.Optional(ChangeCount) });
export type OwnHours = Static<typeof OwnHours>;
export const OwnHoursAnswer = Data(OwnHours);

export const SharedWindow = Type.Object({ from: Instant, until: Instant });
export type SharedWindow = Static<typeof SharedWindow>;

/** The hours that the reader and another member are both free in the current week of the reader. */
export const SharedHours = Type.Object({
  state: Type.Enum(['shared', 'yours_missing', 'theirs_missing', 'from_tomorrow'], {
    description:
      "`theirs_missing`: the other has entered none, or doesn't show them to the reader; `from_tomorrow`: the reader's changes of today count from tomorrow; only `shared` has hours",
  }),
  about_hours: Type.Integer({ description: 'rounded' }),
  longest: Type.Array(SharedWindow, { maxItems: 3, description: 'the three longest, in the order of the week' }),
  all: Type.Optional(Type.Array(SharedWindow, { description: 'all of them; for teammates only' })),
  next: Type.Optional({
    ...SharedWindow,
    description: "the current or next shared time that the reader may see; for teammates also next week's",
  }),
  zone: Type.Optional(
    Type.String({
      description:
        "the other member's time zone: for teammates that of their hours, for others the one on their profile, if shown",
    }),
  ),
});
export type SharedHours = Static<typeof SharedHours>;
export const SharedHoursAnswer = Data(SharedHours);
