import { LOCALE } from '@sangam/shared/core/limits';
import type { SharedWindow } from '@sangam/shared/people/hours/calls';
import { isOnOtherClock, localDay, onOneLine, YOUR_TIME } from '../../../lib/text/local-time';

const clock = { hour: 'numeric', minute: '2-digit', hour12: true } as const;

/** A time of day: "7:30 pm". In the reader's zone, or in another one. */
export const clockWords = (at: string | number, timeZone?: string): string =>
  onOneLine(new Date(at).toLocaleTimeString(LOCALE, { ...clock, timeZone }));

const weekday = (at: string | number, timeZone?: string): string =>
  new Date(at).toLocaleDateString(LOCALE, { weekday: 'short', timeZone });

/** The day and the beginning of a time: "Tue 7:30 pm". */
export const beginWords = (at: string | number, timeZone?: string): string =>
  `${weekday(at, timeZone)} ${clockWords(at, timeZone)}`;

/** The day and the times: "Tue 7:30 pm to 9:00 pm". In the reader's zone, or in another one. */
export const windowWords = ({ from, until }: SharedWindow, timeZone?: string): string =>
  `${beginWords(from, timeZone)} to ${clockWords(until, timeZone)}`;

/**
 * The note after a shared time: “your time” if the reader's clock isn't the product's (R8.4), and `other`: " (your time; Tue 7:45 pm for
 * Asha)".
 */
export function timeNotes(at: string | number, other = ''): string {
  const notes = [isOnOtherClock(at) ? YOUR_TIME : '', other].filter((note) => note !== '');
  return notes.length === 0 ? '' : ` (${notes.join('; ')})`;
}

/** A shared time on the reader's clock: "Tue 7:30 pm to 9:00 pm (your time)". */
export const sharedWords = (time: SharedWindow): string => windowWords(time) + timeNotes(time.from);

/** A shared time with its date: "Tue 2 Dec, 7:30 pm to 9:00 pm". */
export const dateWords = ({ from, until }: SharedWindow): string =>
  `${weekday(from)} ${localDay(from)}, ${clockWords(from)} to ${clockWords(until)}`;

/** The name of the reader's zone at this time: "IST", "GMT+5:45". */
export const zoneWord = (at: string): string =>
  new Intl.DateTimeFormat(LOCALE, { timeZoneName: 'short' })
    .formatToParts(new Date(at))
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

export const isSameClock = (time: SharedWindow, zone: string): boolean => windowWords(time) === windowWords(time, zone);
