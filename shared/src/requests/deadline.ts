import { dayMs } from '../core/limits.js';
import { requestLimits, requestServerLimits } from './limits.js';

/** The deadline of a request whose creator answers within this number of days. */
export const answerByMs = (fromMs: number, answerDays: number): number => fromMs + answerDays * dayMs;

/** When the creator is reminded of a pending request: at half time, and a day before the deadline; on the last day once at most. */
export const remindersAt = (fromMs: number, byMs: number): number[] => {
  const [halfMs, lastDayMs] = [fromMs + (byMs - fromMs) / 2, byMs - dayMs];
  if (lastDayMs <= fromMs) return [halfMs];
  return halfMs < lastDayMs ? [halfMs, lastDayMs] : [lastDayMs];
};

/** When an applicant is asked whether they are still interested: a week and a day before their time on the waitlist ends. */
export const waitRemindersAt = (untilMs: number): [weekMs: number, dayMs: number] => [
  untilMs - requestLimits.waitReminderMs,
  untilMs - dayMs,
];

/** The deadline of a seat that is offered now. */
export const seatOfferUntil = (nowMs: number): number => nowMs + requestServerLimits.seatOfferMs;
