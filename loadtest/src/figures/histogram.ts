/**
 * Latencies in buckets whose width grows with the value: exact to the microsecond below 0.256 ms, within 0.8 % above.
 * The histogram of `node:perf_hooks` cannot be sent to another process, and percentiles cannot be added.
 */
export interface Histogram {
  record(ms: number): void;
  /** Adds the records of another process. */
  add(pairs: BucketCounts): void;
  count(): number;
  maxMs(): number;
  meanMs(): number;
  /** The latency that `share` (0 to 1) of all recorded ones do not exceed; 0 if there are none. */
  percentileMs(share: number): number;
  /** How many latencies were at most `ms`. */
  countUpTo(ms: number): number;
  counts(): BucketCounts;
}

/** Bucket and count in turn: a histogram's form between processes. */
export type BucketCounts = number[];

const EXACT_BELOW = 256;
const STEPS = EXACT_BELOW / 2;
/** Longer latencies (71 minutes) count as this. */
const MAX_US = 2 ** 32 - 1;

/** `us`: an integer up to MAX_US. */
const bucketOf = (us: number): number => {
  if (us < EXACT_BELOW) return us;
  const doublings = 24 - Math.clz32(us);
  return STEPS * doublings + (us >>> doublings);
};
const BUCKETS = bucketOf(MAX_US) + 1;

/** The largest value of a bucket, in microseconds. */
const topOf = (bucket: number): number => {
  if (bucket < EXACT_BELOW) return bucket;
  const doublings = Math.floor(bucket / STEPS) - 1;
  return (bucket - STEPS * doublings + 1) * 2 ** doublings - 1;
};

export function createHistogram(): Histogram {
  // Of a fixed size, so that recording is cheap: the bench does it twice per message.
  const buckets = new Uint32Array(BUCKETS);
  let total = 0;
  let highest = 0;

  const addCount = (bucket: number, count: number) => {
    buckets[bucket] = (buckets[bucket] ?? 0) + count;
    total += count;
    if (bucket > highest) highest = bucket;
  };

  return {
    record: (ms) => addCount(bucketOf(Math.min(MAX_US, Math.max(0, Math.round(ms * 1_000)))), 1),
    add(pairs) {
      for (let at = 0; at + 1 < pairs.length; at += 2) addCount(pairs[at] ?? 0, pairs[at + 1] ?? 0);
    },
    count: () => total,
    maxMs: () => (total === 0 ? 0 : topOf(highest) / 1_000),
    meanMs() {
      const sumUs = buckets.reduce((sum, count, bucket) => sum + topOf(bucket) * count, 0);
      return total === 0 ? 0 : sumUs / total / 1_000;
    },
    percentileMs(share) {
      let remaining = Math.max(1, Math.ceil(total * share));
      for (let bucket = 0; bucket <= highest; bucket += 1) {
        remaining -= buckets[bucket] ?? 0;
        if (remaining <= 0) return topOf(bucket) / 1_000;
      }
      return 0;
    },
    countUpTo(ms) {
      let count = 0;
      for (let bucket = 0; bucket <= highest && topOf(bucket) <= ms * 1_000; bucket += 1) count += buckets[bucket] ?? 0;
      return count;
    },
    counts() {
      const pairs: BucketCounts = [];
      for (let bucket = 0; bucket <= highest; bucket += 1) {
        const count = buckets[bucket] ?? 0;
        if (count > 0) pairs.push(bucket, count);
      }
      return pairs;
    },
  };
}
