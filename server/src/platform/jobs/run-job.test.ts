import { dayMs } from '@sangam/shared/core/limits';
import { describe, expect, it } from 'vitest';
import { defaultTimings } from '../timings.js';
import { ATTEMPTS_MAX, pauseMs } from './run-job.js';

const pauses = (random: () => number) =>
  Array.from({ length: ATTEMPTS_MAX - 1 }, (_, n) => pauseMs(n + 1, defaultTimings.jobs, random));

describe('the pause before another attempt', () => {
  it('doubles up to the longest', () => {
    const { retryFirstMs, retryMaxMs } = defaultTimings.jobs;
    const [first, second, third] = pauses(() => 0);
    expect([first, second, third]).toEqual([retryFirstMs, 2 * retryFirstMs, 4 * retryFirstMs]);
    expect(pauses(() => 0).at(-1)).toBe(retryMaxMs);
  });

  it('is randomly shorter, by a fifth at most', () => {
    const { retryFirstMs } = defaultTimings.jobs;
    expect(pauseMs(1, defaultTimings.jobs, () => 1)).toBe(0.8 * retryFirstMs);
  });

  it('covers a mail server that is away for a day, whatever the random share', () => {
    const total = pauses(() => 1).reduce((sum, ms) => sum + ms, 0);
    expect(total).toBeGreaterThan(dayMs);
  });
});
