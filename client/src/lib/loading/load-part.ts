import { logFailure } from '../log';
import { retry } from '../retry';
import { within } from '../within';

/** The pause between tries to load code on an unstable network. */
const RELOAD_MS = 5_000;

/** Loads a chunk until it succeeds. Returns null once `signal` aborts. Calls `onFailure` for each failed try. */
export const loadPart = <T>(load: () => Promise<T>, signal: AbortSignal, onFailure?: () => void): Promise<T | null> =>
  retry(
    () =>
      load().catch((error: unknown) => {
        logFailure('A part of the page couldn’t be loaded', error);
        onFailure?.();
        return null;
      }),
    { until: (part) => part !== null, pausesMs: [RELOAD_MS], signal },
  );

/** A part that takes longer may never come, on a connection that died silently. A refresh and the outbox wait for some parts. */
const IMPORTED_WITHIN_MS = 30_000;

/**
 * Imports a part when it's first needed. Returns null if that fails, as without a network, or takes too long, and tries again on the next
 * call.
 */
export function importOnce<T>(load: () => Promise<T>): () => Promise<T | null> {
  let part: Promise<T> | null = null;
  return async () => {
    part ??= load();
    try {
      return (await within(IMPORTED_WITHIN_MS, part)) ?? null;
    } catch {
      part = null;
      return null;
    }
  };
}
