import { dayMs, minuteMs, TIME_ZONE } from './limits.js';

const formats = new Map<string, Intl.DateTimeFormat>();
/** More than there are zones. A name can be written in many ways, so the number of formats has to be limited. */
const FORMATS_MAX = 600;

/** Throws a RangeError for an unknown zone. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone);
  if (cached !== undefined) return cached;
  const numeric = 'numeric' as const;
  const date = { year: numeric, month: numeric, day: numeric };
  const time = { hour: numeric, minute: numeric, second: numeric, hourCycle: 'h23' as const };
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, ...date, ...time });
  if (formats.size >= FORMATS_MAX) formats.clear();
  formats.set(zone, format);
  return format;
}

/** True for the name of a time zone, such as Asia/Kolkata. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/u.test(name)) return false;
  try {
    return formatOf(name) !== undefined;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * Returns a zone's offset from UTC; of a zone that only newer browsers or servers know, the offset of the product's own. With Intl:
 * date-fns-tz is wrong by an hour where summer time ends.
 */
export function offsetAt(zone: string, ms: number): number {
  const parts = formatOf(isTimeZone(zone) ? zone : TIME_ZONE).formatToParts(ms);
  const numberOf = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const day = [numberOf('year'), numberOf('month') - 1, numberOf('day')] as const;
  const seconds = Math.floor(ms / 1_000);
  return Date.UTC(...day, numberOf('hour'), numberOf('minute'), numberOf('second')) - seconds * 1_000;
}

/**
 * Returns the instants at which clocks in a zone show this time, given as if it were UTC: one, two where summer time ends, and
 * one after the gap where it begins.
 */
function instantsOf(localMs: number, zone: string): number[] {
  const offsets = new Set([offsetAt(zone, localMs - dayMs), offsetAt(zone, localMs + dayMs)]);
  const guesses = [...offsets].map((offset) => localMs - offset);
  const matching = guesses.filter((ms) => ms + offsetAt(zone, ms) === localMs);
  return matching.length > 0 ? matching.sort((a, b) => a - b) : [Math.max(...guesses)];
}

/** Returns the first instant after `after` at which clocks in a zone show this many minutes since midnight. */
export function nextLocalTime(after: Date, minutes: number, zone: string): Date {
  const localMs = after.getTime() + offsetAt(zone, after.getTime());
  const midnightMs = Math.floor(localMs / dayMs) * dayMs;
  for (let day = 0; ; day += 1) {
    const instants = instantsOf(midnightMs + day * dayMs + minutes * minuteMs, zone);
    const next = instants.find((ms) => ms > after.getTime());
    if (next !== undefined) return new Date(next);
  }
}
