import { useEffect, useRef } from 'react';
import { askedToWaitMs } from '../asked-to-wait';
import { isOffline, onAnswer, onWake } from '../network';
import { pauseAfter, spread } from '../retry';

/** Pauses before failed data is loaded again; the last one repeats. */
const pausesMs = [2_000, 5_000, 10_000, 30_000, 60_000];

/**
 * While `isFailed`, loads again: at once when the network is back, the tab is shown or the server has answered something else, and after
 * pauses while the page is visible. Not while the server has asked to wait.
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
          if (!document.hidden && !isOffline()) loadIfAllowed();
          plan();
        },
        spread(pauseAfter(tries, pausesMs)),
      );
    };
    plan();
    const shown = new AbortController();
    onWake(loadIfAllowed, shown.signal);
    onAnswer(loadIfAllowed, shown.signal);
    return () => {
      clearTimeout(timer);
      shown.abort();
    };
  }, [isFailed]);
}
