import type { SharedTime, ZonedWeek } from '@sangam/shared/people/hours/overlap';
import { isFreeAt, QUARTER_MS, QUARTERS_OF_DAY } from '@sangam/shared/people/hours/week';
import { offsetPeriods, quarterAt } from '@sangam/shared/people/hours/zone';
import { peopleServerLimits } from '@sangam/shared/people/limits';

const { nightFromHour, nightUntilHour, bestTimesMax, meetingMinQuarters } = peopleServerLimits;

/** For each quarter hour between two instants, the members who are free, and whether it is night for any of them. */
interface Quarters {
  fromMs: number;
  /** Bit n is for the nth member; a team has fewer than 31. */
  free: Uint32Array;
  isNight: Uint8Array;
}

/** A time in which these members are free; `members` are their positions in the order. */
interface MembersTime extends SharedTime {
  members: number[];
}

const isAtNight = (quarter: number): boolean => {
  const hour = (quarter % QUARTERS_OF_DAY) / 4;
  return hour >= nightFromHour || hour < nightUntilHour;
};

/** Reads the weeks between two instants, which must be on a quarter hour. */
export function readQuarters(weeks: readonly ZonedWeek[], fromMs: number, untilMs: number): Quarters {
  const size = Math.round((untilMs - fromMs) / QUARTER_MS);
  const [free, isNight] = [new Uint32Array(size), new Uint8Array(size)];
  for (const [memberIndex, { hours, zone }] of weeks.entries())
    for (const stretch of offsetPeriods(zone, fromMs, untilMs))
      for (let atMs = stretch.fromMs; atMs < stretch.untilMs; atMs += QUARTER_MS) {
        const index = (atMs - fromMs) / QUARTER_MS;
        const quarter = quarterAt(atMs, stretch.offsetMs);
        if (isFreeAt(hours, quarter)) free[index] = (free[index] ?? 0) | (1 << memberIndex);
        if (isAtNight(quarter)) isNight[index] = 1;
      }
  return { fromMs, free, isNight };
}

function countOf(mask: number): number {
  let count = 0;
  for (let remainingBits = mask; remainingBits !== 0; remainingBits &= remainingBits - 1) count += 1;
  return count;
}

/** Yields the longest runs of adjacent quarter hours that all pass, as indexes; `until` is exclusive. */
function* runsOf(size: number, passes: (index: number) => boolean): Generator<{ from: number; until: number }> {
  let from: number | null = null;
  for (let index = 0; index <= size; index += 1) {
    const isInRun = index < size && passes(index);
    if (isInRun && from === null) from = index;
    if (isInRun || from === null) continue;
    yield { from, until: index };
    from = null;
  }
}

/** Returns the times in which at least two members are free, with their number, in order; a time ends where the number changes. */
export function sharedCounts({ fromMs, free }: Quarters): (SharedTime & { free: number })[] {
  const times: (SharedTime & { free: number })[] = [];
  free.forEach((mask, index) => {
    const count = countOf(mask);
    if (count < 2) return;
    const atMs = fromMs + index * QUARTER_MS;
    const last = times.at(-1);
    if (last?.untilMs === atMs && last.free === count) last.untilMs += QUARTER_MS;
    else times.push({ fromMs: atMs, untilMs: atMs + QUARTER_MS, free: count });
  });
  return times;
}

/**
 * Returns the best times to meet that begin in a span: most members first, then the longest, then the earliest; none overlaps a better one.
 * A time lasts as long as the same members are free and it is night for nobody. Short times count only if there are no others.
 */
export function bestTimes(
  { fromMs, free, isNight }: Quarters,
  span: { beginsFromMs: number; beginsBeforeMs: number },
): MembersTime[] {
  const byDay = free.map((mask, index) => (isNight[index] === 1 ? 0 : mask));
  const found: (MembersTime & { count: number })[] = [];
  for (const mask of new Set(byDay)) {
    const count = countOf(mask);
    if (count < 2) continue;
    const members = [...Array(32).keys()].filter((memberIndex) => (mask & (1 << memberIndex)) !== 0);
    for (const run of runsOf(byDay.length, (index) => ((byDay[index] ?? 0) & mask) === mask)) {
      const time = { fromMs: fromMs + run.from * QUARTER_MS, untilMs: fromMs + run.until * QUARTER_MS };
      if (time.fromMs >= span.beginsFromMs && time.fromMs < span.beginsBeforeMs)
        found.push({ ...time, members, count });
    }
  }
  const lengthOf = (time: SharedTime) => time.untilMs - time.fromMs;
  const isLong = (time: SharedTime) => lengthOf(time) >= meetingMinQuarters * QUARTER_MS;
  const fitting = found.some(isLong) ? found.filter(isLong) : found;
  const best: MembersTime[] = [];
  for (const { count: _, ...time } of fitting.toSorted(
    (a, b) => b.count - a.count || lengthOf(b) - lengthOf(a) || a.fromMs - b.fromMs,
  )) {
    if (best.length === bestTimesMax) break;
    if (best.every((chosen) => time.untilMs <= chosen.fromMs || chosen.untilMs <= time.fromMs)) best.push(time);
  }
  return best;
}
