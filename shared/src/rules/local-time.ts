import { getTimezoneOffset } from 'date-fns-tz/getTimezoneOffset';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The instant at which clocks of a zone show this time, given as if it were UTC. A time that summer time skips is the one after the gap. */
function instantOf(localMs: number, zone: string): number {
  const guessed = localMs - getTimezoneOffset(zone, new Date(localMs));
  const offset = getTimezoneOffset(zone, new Date(guessed));
  const instant = localMs - offset;
  // In the gap the two offsets disagree: the later of the two instants is behind it.
  return getTimezoneOffset(zone, new Date(instant)) === offset ? instant : Math.max(instant, guessed);
}

/** The first instant after `after` at which clocks of a zone show so many minutes since midnight. */
export function nextLocalTime(after: Date, minutes: number, zone: string): Date {
  const localMs = after.getTime() + getTimezoneOffset(zone, after);
  const midnightMs = Math.floor(localMs / DAY_MS) * DAY_MS;
  for (let day = 0; ; day += 1) {
    const instant = instantOf(midnightMs + day * DAY_MS + minutes * MINUTE_MS, zone);
    if (instant > after.getTime()) return new Date(instant);
  }
}
