import { setTimeout as wait } from 'node:timers/promises';

/** An endless list of the same pause, for `retry`. */
export function* always(pauseMs: number): Generator<number, never> {
  for (;;) yield pauseMs;
}

/**
 * Runs `work` until it succeeds, and resolves to its value. After a failure it pauses and tries again; rejects with the
 * last error once `pausesMs` has run out, or once `wanted` (asked after each pause) answers false. Pauses do not keep
 * the process running. `onRetry` is called before each pause. A failure that is not worth it is the last.
 */
export async function retry<T>(
  work: () => Promise<T>,
  options: {
    pausesMs: Iterable<number>;
    onRetry: (error: unknown) => void;
    wanted?: () => boolean;
    isWorthIt?: (error: unknown) => boolean;
  },
): Promise<T> {
  const { pausesMs, onRetry, wanted = () => true, isWorthIt = () => true } = options;
  for (const pauseMs of pausesMs) {
    try {
      return await work();
    } catch (error) {
      if (!isWorthIt(error)) throw error;
      onRetry(error);
      await wait(pauseMs, undefined, { ref: false });
      if (!wanted()) throw error;
    }
  }
  return work();
}
