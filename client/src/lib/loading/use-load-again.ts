import { useEffect, useRef } from 'react';
import { askedToWaitMs } from '../asked-to-wait';
import { pauseAfter, spread } from '../retry';

/** Pauses before failed data is loaded again; the last one repeats. */
const pausesMs = [2_000, 5_000, 10_000, 30_000];

/**
 * While `isFailed`, loads again: at once when the network is back, and after pauses while the page is visible. Not
 * while the server has asked to wait.
 */
export function useLoadAgain(load: () => unknown, isFailed = true): void {
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  useEffect(() => {
    if (!isFailed) return;
    let tries = 0;
    let timer: ReturnType<typeof setTimeout>;
    const loadIfAllowed = () => {
      if (askedToWaitMs() === 0) void latest.current();
    };
    const plan = () => {
      tries += 1;
      timer = setTimeout(
        () => {
          if (!document.hidden && navigator.onLine) loadIfAllowed();
          plan();
        },
        spread(pauseAfter(tries, pausesMs)),
      );
    };
    plan();
    window.addEventListener('online', loadIfAllowed);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', loadIfAllowed);
    };
  }, [isFailed]);
}
