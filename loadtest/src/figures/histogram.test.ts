import { describe, expect, it } from 'vitest';
import { createHistogram } from './histogram.js';

describe('the histogram', () => {
  it('knows percentiles within 1%', () => {
    const histogram = createHistogram();
    for (let ms = 1; ms <= 10_000; ms += 1) histogram.record(ms);
    for (const [share, ms] of [
      [0.5, 5_000],
      [0.99, 9_900],
      [0.999, 9_990],
      [1, 10_000],
    ] as const)
      expect(Math.abs(histogram.percentileMs(share) / ms - 1)).toBeLessThan(0.01);
    expect(histogram.maxMs()).toBeCloseTo(10_000, -2);
    expect(histogram.count()).toBe(10_000);
  });

  it('is exact below a millisecond', () => {
    const histogram = createHistogram();
    histogram.record(0.123);
    expect(histogram.percentileMs(0.5)).toBe(0.123);
  });

  it('merges the records of several processes', () => {
    const [whole, first, second, merged] = [createHistogram(), createHistogram(), createHistogram(), createHistogram()];
    for (let n = 0; n < 5_000; n += 1) {
      const ms = (n * 7_919) % 1_000;
      whole.record(ms);
      (n % 5 === 0 ? first : second).record(ms);
    }
    merged.add(first.counts());
    merged.add(JSON.parse(JSON.stringify(second.counts())));
    for (const share of [0.01, 0.5, 0.9, 0.99, 1]) expect(merged.percentileMs(share)).toBe(whole.percentileMs(share));
    expect(merged.countUpTo(500)).toBe(whole.countUpTo(500));
  });

  it('answers 0 when nothing was recorded', () => {
    const empty = createHistogram();
    expect([empty.percentileMs(0.99), empty.maxMs(), empty.meanMs(), empty.count()]).toEqual([0, 0, 0, 0]);
  });
});
