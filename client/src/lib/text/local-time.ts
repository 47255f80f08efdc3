import { LOCALE, TIME_ZONE } from '@sangam/shared/core/limits';

const day = { day: 'numeric', month: 'short' } as const;

/**
 * A future time in the reader's own time zone: `29 Nov, 4:05 pm` (R8.4). Says so if that differs from the zone of all
 * other times (R8.1), on one line.
 */
export const localTime = (iso: string): string => timeIn(iso) + inBrackets(yourTime(iso));

/** The mark of such a time, to stand in brackets after it; '' where the reader's clock is that of all other times. */
export const yourTime = (at: string | number): string => (timeIn(at) === timeIn(at, TIME_ZONE) ? '' : 'your\u00a0time');

/** The notes that aren't empty, in brackets: ` (your time; Tue 7:45 pm for Asha)`; '' without any. */
export function inBrackets(...notes: readonly string[]): string {
  const given = notes.filter((note) => note !== '');
  return given.length === 0 ? '' : ` (${given.join('; ')})`;
}

const timeIn = (at: string | number, timeZone?: string): string =>
  new Date(at).toLocaleString(LOCALE, { ...day, hour: 'numeric', minute: '2-digit', hour12: true, timeZone });

/** The day alone: `29 Nov`. */
export const localDay = (iso: string): string => new Date(iso).toLocaleDateString(LOCALE, day);
