import type { Timings } from '../timings.js';

/** A job is given up after so many attempts: with the default pauses after two days. */
export const ATTEMPTS_MAX = 100;

/** How much of a pause is left to chance, so that what failed together is not tried again together. */
const CHANCE = 0.2;

/** The pause after the attempt with this number, from 1: twice as long each time, up to the longest. */
export function pauseMs(
  attempt: number,
  { retryFirstMs, retryMaxMs }: Pick<Timings['jobs'], 'retryFirstMs' | 'retryMaxMs'>,
  random = Math.random,
): number {
  const doubled = Math.min(retryMaxMs, retryFirstMs * 2 ** Math.min(attempt - 1, 30));
  return Math.round(doubled * (1 - CHANCE * random()));
}
