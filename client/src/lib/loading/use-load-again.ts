import { useEffect, useRef } from 'react';
import { askedToWaitMs, limitedForMs } from '../asked-to-wait';
import { isOffline, onAnswer, onWake } from '../network';
import { jitter, pauseAfter } from '../retry';

/** Pauses before failed data is loaded again; the last one repeats. */
const pausesMs = [2_000, 5_000, 10_000, 30_000, 60_000];

/** The parts of a page don't all load in the moment in which a limit ends. */
const LIMIT_SPREAD_MS = 1_000;

/**
 * While `isFailed`, loads again: at once when the network is back, the tab is shown or the server has answered something else, and after
 * pauses while the page is visible. Not while the server has asked to wait, but then.
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
    const nextPauseMs = () => {
      // The screen says when a limit ends, and each member has their own.
      if (limitedForMs() > 0) return askedToWaitMs() + Math.random() * LIMIT_SPREAD_MS;
      if (askedToWaitMs() > 0) return jitter(askedToWaitMs());
      tries += 1;
      return jitter(pauseAfter(tries, pausesMs));
    };
    const plan = () => {
      timer = setTimeout(() => {
        if (!document.hidden && !isOffline()) loadIfAllowed();
        plan();
      }, nextPauseMs());
    };
    plan();
    const shown = new AbortController();
    onWake(() => {
      // The failures before it no longer count.
      tries = 0;
      clearTimeout(timer);
      plan();
      loadIfAllowed();
    }, shown.signal);
    onAnswer(loadIfAllowed, shown.signal);
    return () => {
      clearTimeout(timer);
      shown.abort();
    };
  }, [isFailed]);
}
