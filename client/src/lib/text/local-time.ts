import { LOCALE, TIME_ZONE } from '@sangam/shared/core/limits';

const day = { day: 'numeric', month: 'short' } as const;

/**
 * A future time in the reader's own time zone: `29 Nov, 4:05 pm` (R8.4). Says so if that differs from the zone of all
 * other times (R8.1), on one line.
 */
export function localTime(iso: string): string {
  const inZone = (timeZone?: string) =>
    new Date(iso).toLocaleString(LOCALE, { ...day, hour: 'numeric', minute: '2-digit', hour12: true, timeZone });
  return inZone() + (inZone() === inZone(TIME_ZONE) ? '' : ' (your\u00a0time)');
}

/** The day alone: `29 Nov`. */
export const localDay = (iso: string): string => new Date(iso).toLocaleDateString(LOCALE, day);
