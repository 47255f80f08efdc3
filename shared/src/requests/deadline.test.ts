import { expect, it } from 'vitest';
import { hourMs } from '../core/limits.js';
import { answerClock, remindersAt } from './deadline.js';

const hoursOf = (days: number) => {
  const { fromMs, byMs } = answerClock(1_000, days);
  return [...remindersAt(fromMs, byMs), byMs].map((ms) => (ms - fromMs) / hourMs);
};

it.each([
  [1, [12, 24]],
  // A transfer leaves such times.
  [1.25, [6, 30]],
  [2, [24, 48]],
  [3, [36, 48, 72]],
  [7, [84, 144, 168]],
  [14, [168, 312, 336]],
])('sends reminders for %i days at half time and a day before the end, and none twice', (days, hours) => {
  expect(hoursOf(days)).toEqual(hours);
});
