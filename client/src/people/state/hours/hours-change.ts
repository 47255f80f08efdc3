import { TIME_ZONE } from '@sangam/shared/core/limits';
import type { HoursBody } from '@sangam/shared/people/hours/calls';
import { emptyWeek, QUARTERS_OF_WEEK, type Week } from '@sangam/shared/people/hours/week';

/**
 * A member's changes to their free hours, so that those of several devices are joined: those of one replace none of another's.
 * Quarter hours as in a `Week`, with `-` for one that they left as it was; null for the time zone if they left it.
 */
export interface HoursChange {
  quarters: string;
  zone: string | null;
}

export const noChange: HoursChange = { quarters: '-'.repeat(QUARTERS_OF_WEEK), zone: null };

const eachQuarter = (map: (index: number) => string | undefined): string =>
  Array.from({ length: QUARTERS_OF_WEEK }, (_, index) => map(index)).join('');

/** The hours with the change made. `stored`: null before the member has entered any. */
export function withChange(stored: HoursBody | null, { quarters, zone }: HoursChange): HoursBody {
  const hours = stored?.hours ?? emptyWeek;
  return {
    hours: eachQuarter((index) => (quarters[index] === '-' ? hours[index] : quarters[index])),
    zone: zone ?? stored?.zone ?? TIME_ZONE,
  };
}

/** The change that leads from the hours on screen to this week, with what was changed before. */
export const changeTo = (before: HoursChange, shown: Week, week: Week): HoursChange => ({
  ...before,
  quarters: eachQuarter((index) => (week[index] === shown[index] ? before.quarters[index] : week[index])),
});

/** The part of a change that was made after `sent`, once that is stored. */
export const changeSince = (sent: HoursChange, { quarters, zone }: HoursChange): HoursChange => ({
  quarters: eachQuarter((index) => (quarters[index] === sent.quarters[index] ? '-' : quarters[index])),
  zone: zone === sent.zone ? null : zone,
});
