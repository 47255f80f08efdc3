interface RetryOptions<T> {
  /** Whether this outcome is taken; otherwise the work runs again. Asked before and after the pause. */
  until: (outcome: T) => boolean;
  /** The pause after each failed try; the last one repeats. */
  pausesMs: readonly number[];
  /** A longer pause that the outcome itself asks for. */
  askedMs?: (outcome: T) => number;
  /** How many times the work runs at most; without end when left out. */
  triesMax?: number;
  /** Ends the pauses: the last outcome is answered. */
  signal?: AbortSignal;
}

/** Runs `work` until its outcome is taken, and answers the last one. Failures are values: what it throws is thrown. */
export async function retry<T>(work: () => Promise<T>, options: RetryOptions<T>): Promise<T> {
  const { until, pausesMs, askedMs = () => 0, triesMax = Number.POSITIVE_INFINITY, signal } = options;
  for (let tries = 1; ; tries += 1) {
    const outcome = await work();
    if (until(outcome) || tries >= triesMax || signal?.aborted) return outcome;
    await wait(Math.max(askedMs(outcome), pauseAfter(tries, pausesMs)), signal);
    if (signal?.aborted || until(outcome)) return outcome;
  }
}

/** A pause a little longer at random: whole classrooms share a server's answer, and would all come back at once. */
export const spread = (ms: number): number => ms * (1 + Math.random() / 2);

/** The pause after so many failed tries; the last one repeats. */
export const pauseAfter = (tries: number, pausesMs: readonly number[]): number =>
  pausesMs[Math.min(tries, pausesMs.length) - 1] ?? 0;

/** Resolves after `ms`; at once when the signal aborts. */
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
