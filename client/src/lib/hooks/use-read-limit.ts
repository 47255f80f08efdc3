import { useSyncExternalStore } from 'react';
import { limitedForMs } from '../asked-to-wait';

function everySecond(listener: () => void): () => void {
  const timer = setInterval(listener, 1_000);
  return () => clearInterval(timer);
}

/** The seconds until the server answers reads again, after it has refused one because there were too many; 0 otherwise. */
export const useReadLimitS = (): number => useSyncExternalStore(everySecond, () => Math.ceil(limitedForMs() / 1_000));
