import { dayMs, TIME_ZONE } from '@sangam/shared/core/limits';
import { canonicalZone } from '@sangam/shared/core/zone-names';
import type { HoursBody, OwnHours, SharedHours, SharedWindow } from '@sangam/shared/people/hours/calls';
import {
  aboutHours,
  longestTimes,
  type SharedTime,
  sharedTimes,
  type ZonedWeek,
} from '@sangam/shared/people/hours/overlap';
import { freeQuarters } from '@sangam/shared/people/hours/week';
import { weekEndMs, weekStartMs } from '@sangam/shared/people/hours/zone';
import { transactAs } from '../../contact/contact.js';
import type { ActDeps } from '../../platform/db/transaction.js';
import { invalid, ok, type Result } from '../../platform/lib/result.js';
import { refuseOutdated } from '../../platform/lib/versions.js';
import { findHours, findHoursBetween, saveHours } from './queries.js';

/** Members' free hours, and those that two of them share. */
export interface HoursService {
  own(userId: number): Promise<OwnHours>;
  /**
   * Stores the zone under its own name. INVALID for a time zone that does not exist; CHOICES_CHANGED if there is a later version than `seenVersion`,
   * on which the change was made.
   */
  save(userId: number, body: HoursBody, seenVersion?: number): Promise<Result<OwnHours>>;
  /**
   * Returns the hours that the reader shares with another member. Teammates get all of them. Others get a rounded number and the three
   * longest times, from the reader's own hours as of yesterday, so that changing these doesn't reveal the member's week quarter by quarter.
   * A member who doesn't exist, or has no page for the reader, shows no hours.
   */
  shared(readerId: number, memberId: number): Promise<SharedHours>;
}

const LONGEST = 3;
/** Long enough to reach from the start of a week to the end of the next one, in every zone. */
const UPCOMING_MS = 15 * dayMs;

export function createHoursService({ db, bus, clock }: ActDeps): HoursService {
  const today = () => clock.now().toISOString().slice(0, 10);
  return {
    async own(userId) {
      const { version = 0, ...hours } = (await findHours(db, userId)) ?? {};
      return { hours: 'zone' in hours ? hours : null, version };
    },

    save(userId, { hours, zone: givenZone }, seenVersion) {
      const zone = canonicalZone(givenZone);
      if (zone === null) return Promise.resolve(invalid([{ field: 'zone', message: 'Choose a time zone.' }]));
      return transactAs({ db, bus, userId }, async (trx) => {
        const version = await saveHours(trx, userId, { hours, zone }, today());
        return refuseOutdated(seenVersion, version - 1) ?? ok({ hours: { hours, zone }, version });
      });
    },

    async shared(readerId, memberId) {
      const found = await findHoursBetween(db, { readerId, memberId, at: clock.now() });
      if (!found || found.view === null) return { state: 'theirs_missing', about_hours: 0, longest: [] };
      const { view, mine, mine_before, is_listed } = found;
      // A creator's page is public, but their hours are not.
      const theirs = view === 'stranger' && !is_listed ? null : found.theirs;
      const isTeammate = view === 'team' || view === 'own';
      const readerWeek = isTeammate ? mine : mine_before;
      const zone = (isTeammate && hasHours(theirs) ? theirs.zone : null) ?? shownZone(found.shown_zone);
      const withoutTimes = (state: SharedHours['state']): SharedHours => ({
        state,
        about_hours: 0,
        longest: [],
        ...(zone !== null && { zone }),
      });
      if (!hasHours(mine)) return withoutTimes('yours_missing');
      if (!hasHours(theirs)) return withoutTimes('theirs_missing');
      if (!hasHours(readerWeek)) return withoutTimes('from_tomorrow');
      const nowMs = clock.nowMs();
      const startMs = weekStartMs(readerWeek.zone, nowMs);
      const times = sharedTimes([readerWeek, theirs], startMs, weekEndMs(readerWeek.zone, startMs));
      const longest = longestTimes(times, LONGEST);
      const upcoming = isTeammate ? sharedTimes([readerWeek, theirs], startMs, startMs + UPCOMING_MS) : longest;
      const next = upcoming.find(({ untilMs }) => untilMs > nowMs);
      return {
        state: 'shared',
        about_hours: aboutHours(times),
        longest: longest.map(toWindow),
        ...(next && { next: toWindow(next) }),
        ...(isTeammate && { all: times.map(toWindow) }),
        ...(zone !== null && { zone }),
      };
    },
  };
}

/** The zone on the member's page; null if they don't show it. */
const shownZone = (zone: string | null): string | null => (zone === '' ? TIME_ZONE : zone);

/** Whether a member has entered any free hours. */
export const hasHours = (week: ZonedWeek | null): week is ZonedWeek => week !== null && freeQuarters(week.hours) > 0;

/** Converts a shared time to the form in the API. */
export const toWindow = ({ fromMs, untilMs }: SharedTime): SharedWindow => ({
  from: new Date(fromMs).toISOString(),
  until: new Date(untilMs).toISOString(),
});
