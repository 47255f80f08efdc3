import { dayMs, hourMs, LOCALE, minuteMs, TIME_ZONE } from './limits.js';

const dayAndMonth = new Intl.DateTimeFormat(LOCALE, { timeZone: TIME_ZONE, day: 'numeric', month: 'short' });
const mediumDate = new Intl.DateTimeFormat(LOCALE, { timeZone: TIME_ZONE, dateStyle: 'medium' });

/** Browsers accept many other formats. */
const isoStart = /^\d{4}-\d{2}-\d{2}T/u;
const parse = (iso: string): Date | null => {
  const date = new Date(isoStart.test(iso) ? iso : Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
};

/** Asia/Kolkata's offset from UTC, constant since 1945. Intl takes longer than the rest of a message's row. */
export const offsetMs = 5.5 * hourMs;

/** Shifts an instant so that its UTC fields are those in Asia/Kolkata. */
const inZone = (date: Date): Date => new Date(date.getTime() + offsetMs);

/** 12-hour clock time in Asia/Kolkata, as `4:05 pm`; 'Invalid time' when it cannot be read (R8.1). */
export function clockTime(iso: string): string {
  const date = parse(iso);
  if (!date) return 'Invalid time';
  const shifted = inZone(date);
  const hours = shifted.getUTCHours();
  return `${hours % 12 || 12}:${String(shifted.getUTCMinutes()).padStart(2, '0')} ${hours < 12 ? 'am' : 'pm'}`;
}

const dayKey = (date: Date) => inZone(date).toISOString().slice(0, 10);

/** Heading above a day's messages: Today, Yesterday, or day and short month; 'Invalid date' when it cannot be read. */
export function dateSeparator(iso: string, nowMs: number): string {
  const date = parse(iso);
  if (!date) return 'Invalid date';
  const key = dayKey(date);
  if (key === dayKey(new Date(nowMs))) return 'Today';
  // Kolkata has no summer time, so a day is always 24 hours.
  if (key === dayKey(new Date(nowMs - dayMs))) return 'Yesterday';
  return dayAndMonth.format(date);
}

/** True when both instants fall on the same day in Asia/Kolkata. */
export function sameDay(a: string, b: string): boolean {
  const [first, second] = [parse(a), parse(b)];
  return first !== null && second !== null && dayKey(first) === dayKey(second);
}

/** A date in the en-IN locale, in Asia/Kolkata; 'Invalid date' when it cannot be read. */
export function shortDate(iso: string): string {
  const date = parse(iso);
  return date ? mediumDate.format(date) : 'Invalid date';
}

const formatAgo = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** Just now, N minutes ago, N hours ago, N days ago (under 7), then a date in en-IN (R8.2). */
export function relativeTime(iso: string, nowMs: number): string {
  const date = parse(iso);
  if (!date) return 'Invalid date';
  const passedMs = Math.max(0, nowMs - date.getTime());
  if (passedMs < minuteMs) return 'Just now';
  if (passedMs < hourMs) return formatAgo(Math.floor(passedMs / minuteMs), 'minute');
  if (passedMs < dayMs) return formatAgo(Math.floor(passedMs / hourMs), 'hour');
  if (passedMs < 7 * dayMs) return formatAgo(Math.floor(passedMs / dayMs), 'day');
  return shortDate(iso);
}

/** Label of a presence dot: Online, Offline, or when the member was last active (R7.3). */
export function presenceLabel(isOnline: boolean, lastActive: string | null, nowMs: number): string {
  if (isOnline) return 'Online';
  return lastActive === null ? 'Offline' : relativeTime(lastActive, nowMs);
}

/** Returns a wait in words, rounded up: "40 seconds", "1 minute", "3 hours". */
export function waitWords(seconds: number): string {
  const count = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'}`;
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 60) return count(seconds, 'second');
  return minutes > 60 ? count(Math.ceil(minutes / 60), 'hour') : count(minutes, 'minute');
}
