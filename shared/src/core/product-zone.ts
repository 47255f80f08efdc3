import type { Locale } from 'date-fns';
import { enIN } from 'date-fns/locale/en-IN';
import { formatInTimeZone } from 'date-fns-tz/formatInTimeZone';
import { fromZonedTime } from 'date-fns-tz/fromZonedTime';
import { TIME_ZONE } from './limits.js';

/** Short months as Intl writes them in en-IN: date-fns has Sep. */
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'];
const locale: Locale = {
  ...enIN,
  localize: { ...enIN.localize, month: (month: number) => months[month] ?? '' },
};

const twoDigits = (part: number): string => String(part).padStart(2, '0');

/** The first instant of a day in the product's time zone. */
export const startOfDay = (year: number, month: number, day: number): Date =>
  fromZonedTime(`${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}T00:00:00`, TIME_ZONE);

/** A day in the product's time zone: `1 Sept`. */
export const productDay = (at: Date): string => formatInTimeZone(at, TIME_ZONE, 'd MMM', { locale });

/** A date in the product's time zone: `1 Sept 2026`. */
export const productDate = (at: Date): string => formatInTimeZone(at, TIME_ZONE, 'd MMM yyyy', { locale });

/** A time in the product's time zone: `1 Sept 2026, 4:05 pm IST`. */
export const productTime = (at: Date): string =>
  formatInTimeZone(at, TIME_ZONE, "d MMM yyyy, h:mm aaa 'IST'", { locale });
