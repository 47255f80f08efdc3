import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs `work` every `intervalMs` until the returned function is called, which resolves once a running call has ended. A call that
 * takes longer than the interval skips beats. After a failure and `onError`, the next one is at the next beat, or after `pauseMs`.
 * Does not keep the process running.
 */
export function repeat(
  work: () => Promise<unknown>,
  options: { intervalMs: number; pauseMs?: number; onError: (error: unknown) => void },
): () => Promise<void> {
  const { intervalMs, pauseMs, onError } = options;
  let running: Promise<void> | null = null;
  let isStopped = false;
  let pause: NodeJS.Timeout | null = null;
  const run = async () => {
    try {
      await work();
    } catch (error) {
      onError(error);
      if (pauseMs !== undefined && !isStopped) pause = setTimeout(start, pauseMs).unref();
    }
  };
  const start = () => {
    pause = null;
    running ??= run().finally(() => (running = null));
  };
  const timer = setInterval(() => {
    if (pause === null) start();
  }, intervalMs).unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    if (pause !== null) clearTimeout(pause);
    await running;
  };
}

/** Yields the same pause without end, for `retry`. */
export function* always(pauseMs: number): Generator<number, never> {
  for (;;) yield pauseMs;
}

/**
 * Runs `work` until it succeeds, and resolves to its value. After a failure it pauses and retries; rejects with the last error
 * once `pausesMs` is exhausted, once `wanted` (checked after each pause) returns false, or when `isWorthIt` rejects the error.
 * Pauses do not keep the process running. `onRetry` is called before each pause.
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
      await sleep(pauseMs, undefined, { ref: false });
      if (!wanted()) throw error;
    }
  }
  return work();
}

/** Settles as `work` does, or rejects with this message after `timeoutMs`. The work itself continues. */
export async function withTimeout<T>(work: Promise<T>, timeoutMs: number, message: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), timeoutMs);
  });
  try {
    return await Promise.race([work, timedOut]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Lets other work have its turn during a long computation, whenever this many characters have been handled: call the returned function
 * before each piece, with its length.
 */
export function takeTurns(charsAtOnce: number): (chars: number) => Promise<void> {
  let handledChars = 0;
  return async (chars) => {
    if (handledChars > charsAtOnce) {
      await nextTurn();
      handledChars = 0;
    }
    handledChars += chars;
  };
}
