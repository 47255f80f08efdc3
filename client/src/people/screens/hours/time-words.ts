import { LOCALE } from '@sangam/shared/core/limits';
import { QUARTERS_OF_DAY } from '@sangam/shared/people/hours/week';

/** From Monday on. */
export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

export const dayName = (day: number): string => DAYS[day] ?? '';

/** The time of a quarter hour of the day: "6:15 pm". */
export const timeWord = (time: number): string =>
  new Date(2026, 0, 1, Math.floor(time / 4) % 24, (time % 4) * 15).toLocaleTimeString(LOCALE, {
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  });

/** A time span, in quarter hours of the day: "6:15 pm to 8:00 pm". */
export const spanWords = ({ from, until }: { from: number; until: number }): string =>
  `${timeWord(from)} to ${timeWord(until)}`;

/** A quarter hour of the week: "Monday, 6:15 pm". */
export const quarterWords = (quarter: number): string =>
  `${dayName(Math.floor(quarter / QUARTERS_OF_DAY))}, ${timeWord(quarter % QUARTERS_OF_DAY)}`;

/** An amount of quarter hours: "12 h 30 min". */
export function amountWords(quarters: number): string {
  const [hours, minutes] = [Math.floor(quarters / 4), (quarters % 4) * 15];
  if (minutes === 0) return `${hours} h`;
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes} min`;
}
