import { type CSSProperties, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useToasterStore } from 'react-hot-toast/headless';
import { useIsNarrow } from '../../lib/hooks/window-state';
import { type Box, freeBoxes } from './free-place';

const GAP_PX = 8;
const STEP_PX = 16;
/** Where toasts are measured before they are placed. */
const FIRST_PX = 80;
/** The greatest width of a toast. */
const MAX_WIDTH = 'min(24rem, calc(100vw - 2rem))';

/** The sizes of all toasts on screen together. */
function sizeOf(host: Element): { width: number; height: number } {
  const toasts = [...host.children].flatMap((toast) =>
    toast instanceof HTMLElement ? [{ width: toast.offsetWidth, height: toast.offsetHeight }] : [],
  );
  return {
    width: Math.max(0, ...toasts.map(({ width }) => width)),
    height: toasts.reduce((sum, { height }) => sum + height + GAP_PX, -GAP_PX),
  };
}

const range = (from: number, to: number): number[] =>
  Array.from(
    { length: Math.max(1, Math.floor(Math.abs(to - from) / STEP_PX) + 1) },
    (_, step) => from + Math.sign(to - from) * step * STEP_PX,
  );

/** The height of what stays at the edges of the window: the bar at the top, and on a phone the one at the bottom. */
function bars(): { top: number; bottom: number } {
  const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
  return {
    top: Math.max(0, boxOf('header')?.bottom ?? 0),
    bottom: window.innerHeight - (boxOf('nav[aria-label=Shortcuts]')?.top ?? window.innerHeight),
  };
}

/**
 * The place of the toasts: at the top right below the bar, on a phone at the bottom above the bar there. Where that would
 * cover a control, the nearest place that covers none.
 */
function findLane({ width, height }: { width: number; height: number }, isNarrow: boolean): Box {
  const { top, bottom } = bars();
  const innerWidth = document.documentElement.clientWidth;
  const { innerHeight } = window;
  const [highest, lowest] = [top + GAP_PX, innerHeight - bottom - height - GAP_PX];
  const right = innerWidth - width - 2 * GAP_PX;
  const lefts = isNarrow ? [(innerWidth - width) / 2] : range(right, 2 * GAP_PX);
  const tops = isNarrow ? range(lowest, highest) : range(highest, lowest);
  const isFree = freeBoxes();
  const places = tops.flatMap((y) => lefts.map((left) => ({ left, top: y, width, height })));
  const nearest = places[0] ?? { left: right, top: highest, width, height };
  return places.find(isFree) ?? nearest;
}

/** A page that opens, or a dialog that closes, with a toast has its controls in their places by then. */
const SETTLES_MS = 1_500;
const LOOKS_EVERY_MS = 100;

/**
 * Calls `look` while the page below still changes after a toast came. Not later: a toast that moved while the reader scrolls would be in
 * the way.
 */
function whilePageSettles(look: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const changes = new MutationObserver(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      look();
    }, LOOKS_EVERY_MS);
  });
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] });
  const stop = () => {
    clearTimeout(timer);
    clearTimeout(end);
    changes.disconnect();
  };
  const end = setTimeout(stop, SETTLES_MS);
  return stop;
}

/** Gives the toasts their place while any shows. It stays as they come and go, unless they would then cover a control. */
export function useToastLane(host: RefObject<HTMLElement | null>): CSSProperties {
  const isNarrow = useIsNarrow();
  const { toasts } = useToasterStore();
  const count = toasts.filter(({ visible }) => visible).length;
  const [lane, setLane] = useState<Box | null>(null);
  const current = useRef(lane);
  current.current = lane;

  const place = useCallback(() => {
    const element = host.current;
    if (element === null) return;
    const size = sizeOf(element);
    // Where they are measured, toasts may lie over a control, which must be seen.
    element.style.visibility = 'hidden';
    const before = current.current;
    const grown = before && {
      ...before,
      ...size,
      left: before.left + before.width - size.width,
      top: isNarrow ? before.top + before.height - size.height : before.top,
    };
    const isStillFree = grown !== null && grown.left >= 0 && grown.top >= 0 && freeBoxes()(grown);
    setLane(isStillFree ? grown : findLane(size, isNarrow));
    element.style.visibility = '';
  }, [host, isNarrow]);

  useLayoutEffect(() => {
    if (count === 0) setLane(null);
    else place();
  }, [count, place]);
  useEffect(() => (count === 0 ? undefined : whilePageSettles(place)), [count, place]);
  useEffect(() => {
    window.addEventListener('resize', place);
    return () => window.removeEventListener('resize', place);
  }, [place]);

  const { innerHeight } = window;
  if (isNarrow) {
    const bottom = lane === null ? FIRST_PX : innerHeight - lane.top - lane.height;
    return { top: 'auto', right: 2 * GAP_PX, bottom, left: 2 * GAP_PX };
  }
  // As wide as a toast may be, so that the next one isn't as narrow as the first.
  const right = lane === null ? 2 * GAP_PX : document.documentElement.clientWidth - lane.left - lane.width;
  return { top: lane?.top ?? FIRST_PX, right, bottom: 'auto', left: 'auto', width: MAX_WIDTH };
}
