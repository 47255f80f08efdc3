import { isFreeAt, QUARTER_MS, type Week } from './week.js';
import { offsetPeriods, quarterAt } from './zone.js';

/** A member's free hours with the zone whose clocks they name. */
export interface ZonedWeek {
  hours: Week;
  zone: string;
}

/** A time in which all of them are free: instants. */
export interface SharedTime {
  fromMs: number;
  untilMs: number;
}

/** The times in which all these members are free between two instants, which are whole quarter hours. In order, none adjacent. */
export function sharedTimes(weeks: readonly ZonedWeek[], fromMs: number, untilMs: number): SharedTime[] {
  const size = Math.round((untilMs - fromMs) / QUARTER_MS);
  const isShared = new Uint8Array(size).fill(1);
  for (const { hours, zone } of weeks)
    for (const period of offsetPeriods(zone, fromMs, untilMs))
      for (let atMs = period.fromMs; atMs < period.untilMs; atMs += QUARTER_MS)
        if (!isFreeAt(hours, quarterAt(atMs, period.offsetMs))) isShared[(atMs - fromMs) / QUARTER_MS] = 0;
  const times: SharedTime[] = [];
  isShared.forEach((shared, index) => {
    if (shared === 0) return;
    const atMs = fromMs + index * QUARTER_MS;
    const last = times.at(-1);
    if (last?.untilMs === atMs) last.untilMs += QUARTER_MS;
    else times.push({ fromMs: atMs, untilMs: atMs + QUARTER_MS });
  });
  return times;
}

const lengthOf = ({ fromMs, untilMs }: SharedTime): number => untilMs - fromMs;

/** The shared hours as a whole number: strangers, filters and orders know no more than this. */
export const aboutHours = (times: readonly SharedTime[]): number =>
  Math.round(times.reduce((sum, time) => sum + lengthOf(time), 0) / (4 * QUARTER_MS));

/** The longest times, at most this many; the earlier one of two that are equally long. In the order of the week. */
export const longestTimes = (times: readonly SharedTime[], max: number): SharedTime[] =>
  times
    .toSorted((a, b) => lengthOf(b) - lengthOf(a) || a.fromMs - b.fromMs)
    .slice(0, max)
    .toSorted((a, b) => a.fromMs - b.fromMs);
