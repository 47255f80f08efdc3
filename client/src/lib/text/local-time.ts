import { LOCALE, minuteMs } from '@sangam/shared/core/limits';
import { offsetMs } from '@sangam/shared/core/time';

const day = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
/**
 * Created once: creating a format takes longer than the rest of a row. In UTC, since a format for the reader's zone would keep a zone that
 * they have left.
 */
const dayFormat = new Intl.DateTimeFormat(LOCALE, day);
const timeFormat = new Intl.DateTimeFormat(LOCALE, { ...day, hour: 'numeric', minute: '2-digit', hour12: true });

const ownOffsetMs = (date: Date): number => -date.getTimezoneOffset() * minuteMs;

/** Keeps a number and the word after it on one line: "29 Nov", "4:05 pm". */
export const onOneLine = (text: string): string => text.replaceAll(/(\d) (?=\p{L})/gu, '$1\u00a0');

/** Formats the time shifted by the reader's offset, as UTC, so that it shows the reader's own clock. */
function formatted(iso: string, format: Intl.DateTimeFormat): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? 'Invalid date' : onOneLine(format.format(date.getTime() + ownOffsetMs(date)));
}

/**
 * Formats a future time in the reader's own time zone: `29 Nov, 4:05 pm` (R8.4). Adds "your time" if that differs from the zone of all
 * other times (R8.1). Stays on one line.
 */
export const localTime = (iso: string): string =>
  `${formatted(iso, timeFormat)}${isOnOtherClock(iso) ? ` (${YOUR_TIME})` : ''}`;

export const YOUR_TIME = 'your\u00a0time';

/** Whether the reader's clock at this time differs from that of all other times. */
export const isOnOtherClock = (at: string | number): boolean => ownOffsetMs(new Date(at)) !== offsetMs;

/** The day alone: `29 Nov`. */
export const localDay = (iso: string): string => formatted(iso, dayFormat);
