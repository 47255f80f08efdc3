import { offsetAt } from '../../core/local-time.js';
import { QUARTER_MS, QUARTERS_OF_DAY, QUARTERS_OF_WEEK } from './week.js';

/** A stretch of time in which a zone's clocks keep the same offset from UTC. */
interface OffsetPeriod {
  fromMs: number;
  untilMs: number;
  offsetMs: number;
}

const dayMs = QUARTERS_OF_DAY * QUARTER_MS;

/** The stretches of a zone between two instants, which are whole quarter hours. Clocks change at most once a day. */
export function offsetPeriods(zone: string, fromMs: number, untilMs: number): OffsetPeriod[] {
  const periods: OffsetPeriod[] = [];
  const add = (from: number, until: number, offsetMs: number) => {
    const last = periods.at(-1);
    if (last?.offsetMs === offsetMs) last.untilMs = until;
    else if (from < until) periods.push({ fromMs: from, untilMs: until, offsetMs });
  };
  for (let startMs = fromMs; startMs < untilMs; startMs += dayMs) {
    const endMs = Math.min(startMs + dayMs, untilMs);
    const [first, last] = [offsetAt(zone, startMs), offsetAt(zone, endMs)];
    const changeMs = first === last ? endMs : firstWithOffset(zone, last, startMs, endMs);
    add(startMs, changeMs, first);
    add(changeMs, endMs, last);
  }
  return periods;
}

/** The first quarter hour with this offset. */
function firstWithOffset(zone: string, offsetMs: number, fromMs: number, untilMs: number): number {
  let [before, after] = [fromMs, untilMs];
  while (after - before > QUARTER_MS) {
    const middle = before + Math.floor((after - before) / QUARTER_MS / 2) * QUARTER_MS;
    if (offsetAt(zone, middle) === offsetMs) after = middle;
    else before = middle;
  }
  return after;
}

/** 1 January 1970 was a Thursday. */
const THURSDAY = 3 * QUARTERS_OF_DAY;

/** The quarter of the week that a zone's clocks show, from Monday 0:00. */
export const quarterAt = (atMs: number, offsetMs: number): number => {
  const quarter = (Math.floor((atMs + offsetMs) / QUARTER_MS) + THURSDAY) % QUARTERS_OF_WEEK;
  return quarter < 0 ? quarter + QUARTERS_OF_WEEK : quarter;
};

/** The beginning of the local week around an instant: Monday, when the day begins in that zone. */
export function weekStartMs(zone: string, atMs: number): number {
  const offset = offsetAt(zone, atMs);
  const localMs = Math.floor((atMs + offset) / QUARTER_MS) * QUARTER_MS - quarterAt(atMs, offset) * QUARTER_MS;
  return instantOf(zone, localMs);
}

/** The end of a local week, which is an hour longer or shorter when summer time begins or ends. */
export const weekEndMs = (zone: string, startMs: number): number =>
  weekStartMs(zone, startMs + QUARTERS_OF_WEEK * QUARTER_MS + dayMs / 2);

/** The instant at which a zone's clocks show this local time; the first of two, or the end of the gap that it is in. */
function instantOf(zone: string, localMs: number): number {
  const guess = localMs - offsetAt(zone, localMs - dayMs / 2);
  const found = [guess, localMs - offsetAt(zone, guess)].filter(
    (instant) => instant + offsetAt(zone, instant) === localMs,
  );
  return found.length > 0 ? Math.min(...found) : guess;
}
