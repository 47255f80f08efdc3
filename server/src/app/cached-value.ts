import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../platform/lib/clock.js';

interface CachedValue<T> {
  value: T;
  computedMs: number;
}

/** How long callers wait for a new value while there is an old one. A database that isn't busy takes less. */
const PATIENCE_MS = 200;

/**
 * Returns a function that shares a costly value among all callers. A value older than `freshMs` is recomputed, once for everybody. Callers
 * wait for that, but get the old value if it takes longer than `patienceMs` or fails, unless the old value is older than `staleMs`. A
 * failure is not cached: the next caller tries again.
 */
export function cacheValue<T>(deps: {
  compute: () => Promise<T>;
  freshMs: number;
  staleMs: number;
  patienceMs?: number;
  clock: Pick<Clock, 'monotonicMs'>;
  log: Pick<Logger, 'warn'>;
}): () => Promise<T> {
  const { compute, freshMs, staleMs, patienceMs = PATIENCE_MS, clock, log } = deps;
  let cached: CachedValue<T> | null = null;
  let running: Promise<T> | null = null;

  const computeAgain = async (): Promise<T> => {
    const computedMs = clock.monotonicMs();
    const value = await compute();
    cached = { value, computedMs };
    return value;
  };

  return async () => {
    const ageMs = cached ? clock.monotonicMs() - cached.computedMs : Number.POSITIVE_INFINITY;
    if (cached && ageMs < freshMs) return cached.value;
    const isFirst = running === null;
    running ??= computeAgain().finally(() => {
      running = null;
    });
    if (!cached || ageMs >= staleMs) return running;
    const old = cached.value;
    const renewed = running.catch((error: unknown) => {
      if (isFirst) log.warn({ err: error }, 'a shared value could not be computed; trying again');
      return old;
    });
    return Promise.race([renewed, sleep(patienceMs, old, { ref: false })]);
  };
}
