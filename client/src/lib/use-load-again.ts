import { useEffect, useRef } from 'react';
import { pauseAfter, spread } from './retry';

/** Pauses before what failed is loaded again; the last one repeats. */
const pausesMs = [2_000, 5_000, 10_000, 30_000];

/** While `isFailed`, loads again by itself: at once when the network is back, and after pauses while somebody looks. */
export function useLoadAgain(isFailed: boolean, load: () => unknown): void {
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  useEffect(() => {
    if (!isFailed) return;
    let tries = 0;
    let timer: ReturnType<typeof setTimeout>;
    const plan = () => {
      tries += 1;
      timer = setTimeout(
        () => {
          if (!document.hidden && navigator.onLine) void latest.current();
          plan();
        },
        spread(pauseAfter(tries, pausesMs)),
      );
    };
    const onOnline = () => void latest.current();
    plan();
    window.addEventListener('online', onOnline);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', onOnline);
    };
  }, [isFailed]);
}
