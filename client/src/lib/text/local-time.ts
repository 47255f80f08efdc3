import { LOCALE, TIME_ZONE } from '@sangam/shared/core/limits';

const day = { day: 'numeric', month: 'short' } as const;

/**
 * A future time in the reader's own time zone: `29 Nov, 4:05 pm` (R8.4). Says so if that differs from the zone of all
 * other times (R8.1), on one line.
 */
export const localTime = (iso: string): string => `${timeIn(iso)}${isOnOtherClock(iso) ? ` (${YOUR_TIME})` : ''}`;

export const YOUR_TIME = 'your\u00a0time';

/** Whether the reader's clock at this time isn't that of all other times. */
export const isOnOtherClock = (at: string | number): boolean => timeIn(at) !== timeIn(at, TIME_ZONE);

/** Keeps a number and the word after it on one line: "29 Nov", "4:05 pm". */
export const onOneLine = (words: string): string => words.replaceAll(/(\d) (?=\p{L})/gu, '$1\u00a0');

const timeIn = (at: string | number, timeZone?: string): string =>
  onOneLine(
    new Date(at).toLocaleString(LOCALE, { ...day, hour: 'numeric', minute: '2-digit', hour12: true, timeZone }),
  );

/** The day alone: `29 Nov`. */
export const localDay = (iso: string): string => onOneLine(new Date(iso).toLocaleDateString(LOCALE, day));
