import type { ZonedWeek } from './overlap.js';
import { isFreeAt, QUARTER_MS, QUARTERS_OF_WEEK, type Week } from './week.js';
import { quarterAt, stretchesOf, weekEndMs, weekStartMs } from './zone.js';

/**
 * A member's free quarter hours of the week around an instant, as the clocks of another zone show them: a member there shares the bits that
 * both weeks have. `again`: the quarters that those clocks show twice, when they are set back or the member's own week is longer; null
 * without any.
 */
export interface WeekMask {
  once: Week;
  again: Week | null;
}

export function weekMask({ hours, zone }: ZonedWeek, nowMs: number, other: string): WeekMask {
  const startMs = weekStartMs(zone, nowMs);
  const endMs = weekEndMs(zone, startMs);
  const isOwnFree = new Uint8Array((endMs - startMs) / QUARTER_MS);
  for (const stretch of stretchesOf(zone, startMs, endMs))
    for (let atMs = stretch.fromMs; atMs < stretch.untilMs; atMs += QUARTER_MS)
      if (isFreeAt(hours, quarterAt(atMs, stretch.offsetMs))) isOwnFree[(atMs - startMs) / QUARTER_MS] = 1;
  const times = new Uint8Array(QUARTERS_OF_WEEK);
  for (const stretch of stretchesOf(other, startMs, endMs))
    for (let atMs = stretch.fromMs; atMs < stretch.untilMs; atMs += QUARTER_MS) {
      const quarter = quarterAt(atMs, stretch.offsetMs);
      if (isOwnFree[(atMs - startMs) / QUARTER_MS] === 1) times[quarter] = (times[quarter] ?? 0) + 1;
    }
  const atLeast = (count: number): Week => Array.from(times, (shown) => (shown >= count ? '1' : '0')).join('');
  return { once: atLeast(1), again: times.some((shown) => shown > 1) ? atLeast(2) : null };
}
