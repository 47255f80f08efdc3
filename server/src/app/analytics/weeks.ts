import { dayMs } from '@sangam/shared/core/limits';
import { nextLocalTime, offsetAt } from '@sangam/shared/core/local-time';

const HALF_DAY_MS = dayMs / 2;
const WEEK_DAYS = 7;
/** Days from Monday to 1 January 1970, a Thursday. */
const DAYS_FROM_MONDAY = 3;

interface Weeks {
  /** The Mondays as dates, the oldest first. */
  starts: string[];
  /** The instants at which the weeks begin in the zone, and the end of the last week. */
  moments: Date[];
}

/** Returns the last `count` weeks in a zone, the current one included. Weeks with a change of summer time are an hour shorter or longer. */
export function weeksUntil(nowMs: number, zone: string, count: number): Weeks {
  const today = Math.floor((nowMs + offsetAt(zone, nowMs)) / dayMs);
  const monday = today - ((today + DAYS_FROM_MONDAY) % WEEK_DAYS);
  const days = Array.from({ length: count + 1 }, (_, at) => monday + (at + 1 - count) * WEEK_DAYS);
  const midnight = (day: number): Date => {
    const localMs = day * dayMs;
    return nextLocalTime(new Date(localMs - offsetAt(zone, localMs) - HALF_DAY_MS), 0, zone);
  };
  return {
    starts: days.slice(0, count).map((day) => new Date(day * dayMs).toISOString().slice(0, 10)),
    moments: days.map(midnight),
  };
}
