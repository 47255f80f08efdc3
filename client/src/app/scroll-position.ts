import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { entryName, notePlace, placeIn, storePlaces } from '../lib/links/places';

/** A page that has not grown as high as it was by then will not. */
const GROWS_WITHIN_MS = 5_000;

/**
 * A new page begins at its top. Back, forward and a reload come back to where the reader was, as soon as the page is high
 * enough; the browser's own way of it gives up before a list is there.
 */
export function useScrollPlace(): void {
  const location = useLocation();
  const type = useNavigationType();
  const entry = entryName(location);
  const { pathname } = location;
  const shownPath = useRef<string | null>(null);

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    window.addEventListener('pagehide', storePlaces);
    return () => window.removeEventListener('pagehide', storePlaces);
  }, []);

  useLayoutEffect(() => {
    const isSamePage = shownPath.current === pathname;
    shownPath.current = pathname;
    const live = new AbortController();
    const follow = () => {
      const note = () => notePlace(entry, { scrollPx: window.scrollY });
      note();
      window.addEventListener('scroll', note, { signal: live.signal, passive: true });
    };
    // A filter that goes into the address moves nothing.
    if (type === 'REPLACE' && isSamePage) follow();
    else scrollTo(type === 'POP' ? (placeIn(entry).scrollPx ?? 0) : 0, live.signal, follow);
    return () => live.abort();
  }, [entry, pathname, type]);
}

/** Scrolls there once the page is high enough, unless the reader moves first; then `done` is called. */
function scrollTo(placePx: number, signal: AbortSignal, done: () => void): void {
  const ended = new AbortController();
  const end = () => {
    if (ended.signal.aborted) return;
    ended.abort();
    if (!signal.aborted) done();
  };
  const tryIt = () => {
    const { scrollHeight } = document.documentElement;
    window.scrollTo(0, placePx);
    if (scrollHeight - window.innerHeight >= placePx) end();
  };
  tryIt();
  if (ended.signal.aborted) return;
  const growth = new ResizeObserver(tryIt);
  growth.observe(document.body);
  const timer = setTimeout(end, GROWS_WITHIN_MS);
  for (const name of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    window.addEventListener(name, end, { signal: ended.signal, passive: true });
  signal.addEventListener('abort', end);
  ended.signal.addEventListener('abort', () => {
    growth.disconnect();
    clearTimeout(timer);
  });
}
