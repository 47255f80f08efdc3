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
