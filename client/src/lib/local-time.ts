import { LOCALE } from '@sangam/shared/rules/limits';

const day = { day: 'numeric', month: 'short' } as const;
const days = new Intl.DateTimeFormat(LOCALE, day);
const times = new Intl.DateTimeFormat(LOCALE, { ...day, hour: 'numeric', minute: '2-digit', hour12: true });

function formatted(format: Intl.DateTimeFormat, iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? 'Invalid date' : format.format(date);
}

/** When something will be, in the reader's own time zone: `29 Nov, 4:05 pm` (R8.4). 'Invalid date' when it cannot be read. */
export const localTime = (iso: string): string => formatted(times, iso);

/** The day of it alone: `29 Nov`. */
export const localDay = (iso: string): string => formatted(days, iso);
