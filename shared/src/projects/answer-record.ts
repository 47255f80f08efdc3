import { dayMs } from '../core/limits.js';
import { projectServerLimits } from './limits.js';
import type { AnswerRecord } from './projects.js';

/** The part of the answers that the days cover: the slowest tenth does not make all others look slow. */
const COVERED = 0.9;

/**
 * The record of the last outcomes, each of how long its answer took, or null for none; null before there are five. The days are
 * the fewest whole ones within which nine tenths of what was answered were.
 */
export function answerRecord(tookMs: readonly (number | null)[]): AnswerRecord | null {
  const asked = tookMs.length;
  if (asked < projectServerLimits.answersToShow) return null;
  const took = tookMs.filter((ms) => ms !== null).toSorted((a, b) => a - b);
  const slowest = took[Math.ceil(took.length * COVERED) - 1];
  if (slowest === undefined) return { asked, answered: 0, days: 0 };
  const days = Math.max(1, Math.ceil(slowest / dayMs));
  return { asked, answered: took.filter((ms) => ms <= days * dayMs).length, days };
}
