import { dayMs } from '../core/limits.js';
import { projectServerLimits } from './limits.js';
import type { AnswerRecord } from './projects.js';

/** The part of the answers that the days cover, so the slowest tenth doesn't make the others look slow. */
const COVERED = 0.9;

/**
 * Summarizes how long the last answers took, null for each request without one. Returns null for fewer than five requests. The days are
 * the fewest that cover nine tenths of the answers.
 */
export function answerRecord(tookMs: readonly (number | null)[]): AnswerRecord | null {
  const requestCount = tookMs.length;
  if (requestCount < projectServerLimits.answersToShow) return null;
  const answerTimesMs = tookMs.filter((ms) => ms !== null).toSorted((a, b) => a - b);
  const slowest = answerTimesMs[Math.ceil(answerTimesMs.length * COVERED) - 1];
  if (slowest === undefined) return { asked: requestCount, answered: 0, days: 0 };
  const days = Math.max(1, Math.ceil(slowest / dayMs));
  return { asked: requestCount, answered: answerTimesMs.filter((ms) => ms <= days * dayMs).length, days };
}
