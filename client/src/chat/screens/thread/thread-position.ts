import type { VirtualItem, Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ConversationKey } from '../../../lib/links/chat-link';
import type { Thread } from '../../state/thread/threads.reduce';
import { loadNewer, loadOlder } from '../../sync/scroll-thread';
import type { ThreadItems } from '../thread-items/thread.select';

interface StartPosition {
  scroller: RefObject<HTMLDivElement | null>;
  virtualizer: Virtualizer<HTMLDivElement, Element>;
  count: number;
  /** The first line shown and its place in the pane; null: the end. */
  start: { line: number; align: 'start' | 'center' } | null;
}

/** After this many frames without a change, the rows on screen have their real height. */
const STILL_FRAMES = 3;
const SETTLED_WITHIN_MS = 1_500;
const gestures = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Opens a thread at its start position, and holds it there while rows get their real heights. Returns true once it has
 * settled or the reader scrolls. Until then nothing is marked read, and no history is added above.
 */
export function useStartPosition({ scroller, virtualizer, count, start }: StartPosition): boolean {
  const [settled, setSettled] = useState(false);
  const target = useRef(start);
  target.current = start;
  const isEmpty = count === 0;

  const hold = () => {
    const { current } = target;
    if (current === null) virtualizer.scrollToEnd();
    else virtualizer.scrollToIndex(current.line, { align: current.align });
  };
  // Before the browser paints rows whose height has just become known.
  useLayoutEffect(() => {
    if (!settled && !isEmpty) hold();
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `hold` reads what is current
  useLayoutEffect(() => {
    const pane = scroller.current;
    if (settled || isEmpty || pane === null) return;
    const startedMs = performance.now();
    let still = 0;
    let before = '';
    let frame = 0;
    const leave = () => {
      // From here on the position is an offset, which follows rows added above; an index would become another message's.
      virtualizer.scrollToOffset(pane.scrollTop);
      setSettled(true);
    };
    const step = () => {
      hold();
      const now = `${pane.scrollTop}/${pane.scrollHeight}/${pane.clientHeight}`;
      still = now === before ? still + 1 : 0;
      before = now;
      if (still >= STILL_FRAMES || performance.now() - startedMs > SETTLED_WITHIN_MS) leave();
      else frame = requestAnimationFrame(step);
    };
    for (const gesture of gestures) pane.addEventListener(gesture, leave, { passive: true });
    hold();
    frame = requestAnimationFrame(step);
    return () => {
      cancelAnimationFrame(frame);
      for (const gesture of gestures) pane.removeEventListener(gesture, leave);
    };
  }, [settled, isEmpty, scroller, virtualizer]);
  return settled;
}

/**
 * Keeps lines on screen in place when a row changes its height: one above gets its files, quotes or reactions, or the first row loses its
 * date to a page added above it. The library doesn't do this while scrolling up.
 */
export function useSteadyLines(virtualizer: Virtualizer<HTMLDivElement, Element>, items: ThreadItems): void {
  const first = items.count > 0 ? items.key(0) : null;
  /** The index of the row that was the first, until the rows above it are measured. */
  const seam = useRef({ first, index: -1 });
  // Set while rendering, since rows that mount while nothing scrolls are measured before any effect runs.
  if (seam.current.first !== first) seam.current = { first, index: indexOf(items, seam.current.first) };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new first row makes a seam
  useLayoutEffect(() => {
    // Others are measured at the end of this frame, after the frame's callbacks.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        seam.current.index = -1;
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [first]);
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = ({ start, index }, _, { scrollOffset }) =>
    start < (scrollOffset ?? 0) || index <= seam.current.index;
}

/**
 * Returns the height to assume for a row that isn't measured yet. An edit or deletion keeps it, so that lines on screen stay in place; the
 * row is measured once it is near them.
 */
export function steadyHeight(
  virtualizer: Virtualizer<HTMLDivElement, Element> | null,
  items: ThreadItems,
  index: number,
): number {
  const known = virtualizer?.measurementsCache[index];
  return known?.key === items.key(index) ? known.size : items.height(index);
}

/** The index of the row with this key, or -1. */
function indexOf(items: ThreadItems, key: string | number | null): number {
  if (key === null) return -1;
  let index = 0;
  while (index < items.count && items.key(index) !== key) index += 1;
  return index < items.count ? index : -1;
}

interface HistoryAhead {
  conversation: ConversationKey;
  thread: Thread;
  /** False while the thread is still scrolling to its start position. */
  settled: boolean;
  /** The rendered lines, and the number of lines. */
  rows: readonly VirtualItem[];
  count: number;
}

/** The next page is fetched this near to the first or last loaded line, well before the reader is there. */
const AHEAD_ROWS = 40;

/** Fetches history on both sides as the reader nears the edge of the loaded messages. */
export function useHistoryAhead({ conversation, thread, settled, rows, count }: HistoryAhead): void {
  const { hasOlder, older, follows, newer } = thread;
  const nearTop = (rows[0]?.index ?? 0) < AHEAD_ROWS;
  const nearFoot = (rows.at(-1)?.index ?? 0) >= count - AHEAD_ROWS;
  useEffect(() => {
    if (settled && nearTop && hasOlder && older === 'idle') void loadOlder(conversation);
  }, [settled, nearTop, hasOlder, older, conversation]);
  useEffect(() => {
    if (settled && nearFoot && !follows && newer === 'idle') void loadNewer(conversation);
  }, [settled, nearFoot, follows, newer, conversation]);
}
