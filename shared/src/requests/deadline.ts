import { dayMs } from '../core/limits.js';

/** When a request's time for an answer starts and ends, if its creator answers within this number of days. */
export const answerClock = (nowMs: number, answerDays: number): { fromMs: number; byMs: number } => ({
  fromMs: nowMs,
  byMs: nowMs + answerDays * dayMs,
});

/** When the creator is reminded of a pending request: at half time, and a day before the deadline. */
export const remindersAt = (fromMs: number, byMs: number): number[] =>
  [...new Set([fromMs + (byMs - fromMs) / 2, byMs - dayMs])].filter((ms) => ms > fromMs).toSorted((a, b) => a - b);
