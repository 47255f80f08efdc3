import type { HoursBody, SharedHours, SharedWindow } from '@sangam/shared/people/hours/calls';
import {
  aboutHours,
  longestTimes,
  type SharedTime,
  sharedTimes,
  type ZonedWeek,
} from '@sangam/shared/people/hours/overlap';
import { freeQuarters } from '@sangam/shared/people/hours/week';
import { isZone, weekEndMs, weekStartMs } from '@sangam/shared/people/hours/zone';
import { transactAs } from '../../contact/contact.js';
import { fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import type { Platform } from '../../platform/module.js';
import { findHours, findHoursBetween, saveHours } from './queries.js';

/** Members' free hours, and those that two of them share. */
export interface HoursService {
  own(userId: number): Promise<HoursBody | null>;
  /** INVALID for a time zone that does not exist. */
  save(userId: number, body: HoursBody): Promise<Result<HoursBody>>;
  /**
   * The hours that the reader shares with another member. Team mates get all of them. Others get a rounded number and the three
   * longest, from the reader's own hours as of yesterday: changing these does not read the member's week quarter by quarter.
   * USER_NOT_FOUND for a member without a page for the reader.
   */
  shared(readerId: number, memberId: number): Promise<Result<SharedHours>>;
}

const LONGEST = 3;

export function createHoursService({ db, bus, clock }: Pick<Platform, 'db' | 'bus' | 'clock'>): HoursService {
  const today = () => new Date(clock.nowMs()).toISOString().slice(0, 10);
  return {
    own: async (userId) => (await findHours(db, userId)) ?? null,

    save(userId, { hours, zone }) {
      if (!isZone(zone)) return Promise.resolve(invalid([{ field: 'zone', message: 'Choose a time zone.' }]));
      return transactAs({ db, bus, userId }, async (trx) => {
        await saveHours(trx, userId, { hours, zone }, today());
        return ok({ hours, zone });
      });
    },

    async shared(readerId, memberId) {
      const found = await findHoursBetween(db, { readerId, memberId, today: today() });
      if (!found || found.view === null) return fail('USER_NOT_FOUND');
      const { view, mine, mine_before, is_listed } = found;
      // A creator's page is public, but their hours are not.
      const theirs = view === 'stranger' && !is_listed ? null : found.theirs;
      const isMate = view === 'team' || view === 'own';
      const own = isMate ? mine : mine_before;
      if (!isEntered(mine)) return ok(unknown('yours_missing'));
      if (!isEntered(theirs)) return ok(unknown('theirs_missing'));
      if (!isEntered(own)) return ok(unknown('from_tomorrow'));
      const startMs = weekStartMs(own.zone, clock.nowMs());
      const times = sharedTimes([own, theirs], startMs, weekEndMs(own.zone, startMs));
      return ok({
        state: 'shared',
        about_hours: aboutHours(times),
        longest: longestTimes(times, LONGEST).map(toWindow),
        ...(isMate && { all: times.map(toWindow), zone: theirs.zone }),
      });
    },
  };
}

const unknown = (state: SharedHours['state']): SharedHours => ({ state, about_hours: 0, longest: [] });

const isEntered = (week: ZonedWeek | null): week is ZonedWeek => week !== null && freeQuarters(week.hours) > 0;

const toWindow = ({ fromMs, untilMs }: SharedTime): SharedWindow => ({
  from: new Date(fromMs).toISOString(),
  until: new Date(untilMs).toISOString(),
});
