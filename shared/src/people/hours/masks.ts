import type { ZonedWeek } from './overlap.js';
import { isFreeAt, QUARTER_MS, QUARTERS_OF_WEEK, type Week } from './week.js';
import { offsetPeriods, quarterAt, weekEndMs, weekStartMs } from './zone.js';

/**
 * A member's free quarter hours of the week around an instant, as the clocks of another zone show them: a member there shares the bits that
 * both weeks have. `again`: the quarters that those clocks show twice, when they are set back or the member's own week is longer; null
 * without any.
 */
interface WeekMask {
  once: Week;
  again: Week | null;
}

export function weekMask({ hours, zone }: ZonedWeek, nowMs: number, otherZone: string): WeekMask {
  const startMs = weekStartMs(zone, nowMs);
  const endMs = weekEndMs(zone, startMs);
  const isFree = new Uint8Array((endMs - startMs) / QUARTER_MS);
  for (const period of offsetPeriods(zone, startMs, endMs))
    for (let atMs = period.fromMs; atMs < period.untilMs; atMs += QUARTER_MS)
      if (isFreeAt(hours, quarterAt(atMs, period.offsetMs))) isFree[(atMs - startMs) / QUARTER_MS] = 1;
  const times = new Uint8Array(QUARTERS_OF_WEEK);
  for (const period of offsetPeriods(otherZone, startMs, endMs))
    for (let atMs = period.fromMs; atMs < period.untilMs; atMs += QUARTER_MS) {
      const quarter = quarterAt(atMs, period.offsetMs);
      if (isFree[(atMs - startMs) / QUARTER_MS] === 1) times[quarter] = (times[quarter] ?? 0) + 1;
    }
  const atLeast = (count: number): Week =>
    Array.from(times, (timesShown) => (timesShown >= count ? '1' : '0')).join('');
  return { once: atLeast(1), again: times.some((timesShown) => timesShown > 1) ? atLeast(2) : null };
}
