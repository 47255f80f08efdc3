import { expect, it } from 'vitest';
import { dayMs, hourMs } from '../core/limits.js';
import { answerByMs, remindersAt, seatOfferUntil, waitRemindersAt } from './deadline.js';

const hoursOf = (days: number) => {
  const [fromMs, byMs] = [1_000, answerByMs(1_000, days)];
  return [...remindersAt(fromMs, byMs), byMs].map((ms) => (ms - fromMs) / hourMs);
};

it.each([
  [1, [12, 24]],
  // A transfer can leave such fractions of a day.
  [1.25, [6, 30]],
  [2, [24, 48]],
  [3, [36, 48, 72]],
  [7, [84, 144, 168]],
  [14, [168, 312, 336]],
])('sends reminders for %i days at half time and a day before the end, and none twice', (days, hours) => {
  expect(hoursOf(days)).toEqual(hours);
});

it('reminds applicants a week and a day before their time on the waitlist ends', () => {
  expect(waitRemindersAt(30 * dayMs)).toEqual([23 * dayMs, 29 * dayMs]);
});

it('reserves an offered seat for 48 hours', () => {
  expect(seatOfferUntil(dayMs)).toBe(3 * dayMs);
});
