import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { entryName, notePosition, positionIn, storePositions } from '../lib/links/positions';

/** By this time a page has reached its full height. */
const GROWS_WITHIN_MS = 5_000;

/**
 * A new page starts at its top. Back, forward and reload restore the scroll position once the page is tall enough; the
 * browser's own restoration gives up before a list has loaded.
 */
export function useScrollPosition(): void {
  const location = useLocation();
  const type = useNavigationType();
  const entry = entryName(location);
  const { pathname } = location;
  const shownPath = useRef<string | null>(null);

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    window.addEventListener('pagehide', storePositions);
    return () => window.removeEventListener('pagehide', storePositions);
  }, []);

  useLayoutEffect(() => {
    const isSamePage = shownPath.current === pathname;
    shownPath.current = pathname;
    const live = new AbortController();
    const follow = () => {
      const note = () => notePosition(entry, { scrollPx: window.scrollY });
      note();
      window.addEventListener('scroll', note, { signal: live.signal, passive: true });
    };
    // A filter written into the address doesn't scroll.
    if (type === 'REPLACE' && isSamePage) follow();
    else scrollTo(type === 'POP' ? (positionIn(entry).scrollPx ?? 0) : 0, live.signal, follow);
    return () => live.abort();
  }, [entry, pathname, type]);
}

/** Scrolls to `placePx` once the page is tall enough, unless the reader scrolls first. Calls `done` afterwards. */
function scrollTo(placePx: number, signal: AbortSignal, done: () => void): void {
  if (placePx === 0) {
    window.scrollTo(0, 0);
    done();
    return;
  }
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
  // The observer first calls before the next paint: until then, the page may still have the height of the list it is replacing.
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
