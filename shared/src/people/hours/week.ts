/**
 * A member's free hours: a week of 672 quarter hours in their own zone, from Monday 0:00, as '1' for a free one and '0' for any other.
 * The same local times hold in every week, whatever the clock does to summer time.
 */
export type Week = string;

export const QUARTERS_OF_DAY = 96;
export const QUARTERS_OF_WEEK = 7 * QUARTERS_OF_DAY;
export const QUARTER_MS = 15 * 60_000;

export const emptyWeek: Week = '0'.repeat(QUARTERS_OF_WEEK);

export const isFreeAt = (week: Week, quarter: number): boolean => week[quarter] === '1';

/** The number of free quarter hours. */
export const freeQuarters = (week: Week): number => [...week].filter((quarter) => quarter === '1').length;

/** The quarter hours between two corners, inclusive: the same times on all days between them. */
export function quartersBetween(a: number, b: number): number[] {
  const [dayA, dayB] = [Math.floor(a / QUARTERS_OF_DAY), Math.floor(b / QUARTERS_OF_DAY)];
  const [timeA, timeB] = [a % QUARTERS_OF_DAY, b % QUARTERS_OF_DAY];
  const quarters: number[] = [];
  for (let day = Math.min(dayA, dayB); day <= Math.max(dayA, dayB); day += 1)
    for (let time = Math.min(timeA, timeB); time <= Math.max(timeA, timeB); time += 1)
      quarters.push(day * QUARTERS_OF_DAY + time);
  return quarters;
}

/** The week with these quarter hours free, or not. */
export function withQuarters(week: Week, quarters: readonly number[], isFree = true): Week {
  const bits = [...week];
  for (const quarter of quarters) bits[quarter] = isFree ? '1' : '0';
  return bits.join('');
}

/** The week with one day's hours on other days as well. */
export function copyDay(week: Week, from: number, to: readonly number[]): Week {
  const day = week.slice(from * QUARTERS_OF_DAY, (from + 1) * QUARTERS_OF_DAY);
  return Array.from({ length: 7 }, (_, index) =>
    to.includes(index) ? day : week.slice(index * QUARTERS_OF_DAY, (index + 1) * QUARTERS_OF_DAY),
  ).join('');
}

/** The days' free times, as quarters of a day: `until` is no longer free. */
export function freeTimesOf(week: Week, day: number): { from: number; until: number }[] {
  const times: { from: number; until: number }[] = [];
  for (let time = 0; time < QUARTERS_OF_DAY; time += 1) {
    if (!isFreeAt(week, day * QUARTERS_OF_DAY + time)) continue;
    const last = times.at(-1);
    if (last?.until === time) last.until = time + 1;
    else times.push({ from: time, until: time + 1 });
  }
  return times;
}
