interface RetryOptions<T> {
  /** Whether to accept this outcome or run again. Called before and after the pause. */
  until: (outcome: T) => boolean;
  /** The pause after each failed try; the last one repeats. */
  pausesMs: readonly number[];
  /** A longer pause that the outcome asks for. */
  askedMs?: (outcome: T) => number;
  /** The maximum number of tries; unlimited by default. */
  triesMax?: number;
  /** Ends the pauses: the last outcome is returned. */
  signal?: AbortSignal;
}

/**
 * Runs `work` until its outcome is accepted, and returns the last one. Failures are values; exceptions pass through.
 */
export async function retry<T>(work: () => Promise<T>, options: RetryOptions<T>): Promise<T> {
  const { until, pausesMs, askedMs = () => 0, triesMax = Number.POSITIVE_INFINITY, signal } = options;
  for (let tries = 1; ; tries += 1) {
    const outcome = await work();
    if (until(outcome) || tries >= triesMax || signal?.aborted) return outcome;
    await wait(Math.max(askedMs(outcome), pauseAfter(tries, pausesMs)), signal);
    if (signal?.aborted || until(outcome)) return outcome;
  }
}

/** Makes a pause a little longer at random, so that clients which got the same answer don't all return at once. */
export const spread = (ms: number): number => ms * (1 + Math.random() / 2);

/** The pause after this many failed tries; the last one repeats. */
export const pauseAfter = (tries: number, pausesMs: readonly number[]): number =>
  pausesMs[Math.min(tries, pausesMs.length) - 1] ?? 0;

/** Resolves after `ms`, or at once when the signal aborts. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
}
