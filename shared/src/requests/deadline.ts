import { dayMs } from '../core/limits.js';

/** From when and until when a request waits for its answer, if its creator answers within so many days. */
export const answerClock = (nowMs: number, answerDays: number): { fromMs: number; byMs: number } => ({
  fromMs: nowMs,
  byMs: nowMs + answerDays * dayMs,
});

/** When the creator is reminded of a request that waits: at half time, and a day before the end. */
export const remindersAt = (fromMs: number, byMs: number): number[] =>
  [...new Set([fromMs + (byMs - fromMs) / 2, byMs - dayMs])].filter((ms) => ms > fromMs).toSorted((a, b) => a - b);
