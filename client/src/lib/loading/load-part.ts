import { logFailure } from '../log';
import { retry } from '../retry';

/** Between two tries to load code, on a network that comes and goes. */
const RELOAD_MS = 5_000;

/** Loads a chunk of the application until it is there; null when `signal` ended that. `onFailure` is called for each failed try. */
export const loadPart = <T>(load: () => Promise<T>, signal: AbortSignal, onFailure?: () => void): Promise<T | null> =>
  retry(
    () =>
      load().catch((error: unknown) => {
        logFailure('The live connection could not be loaded', error);
        onFailure?.();
        return null;
      }),
    { until: (part) => part !== null, pausesMs: [RELOAD_MS], signal },
  );

/** A part that is loaded when it is first asked for. It answers null while it cannot be loaded, as without a network; the next try loads it. */
export function keptImport<T>(load: () => Promise<T>): () => Promise<T | null> {
  let part: Promise<T> | null = null;
  return async () => {
    part ??= load();
    try {
      return await part;
    } catch {
      part = null;
      return null;
    }
  };
}
