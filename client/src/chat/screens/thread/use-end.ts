import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { newestSeq, type Thread } from '../../state/thread/threads.reduce';
import { BULK_MESSAGES } from '../../sync/thread-sync';
import type { ThreadItems } from '../thread-items/thread.select';

/** Within this distance of the end, the reader counts as being at the newest message. */
export const AT_END_PX = 80;

/**
 * Whether a reader at the end is scrolled to arriving messages. False for the many that arrive at once after an outage; the pill shows
 * their number.
 */
export function useIsLive(thread: Thread): boolean {
  const newest = newestSeq(thread);
  const { follows } = thread;
  const shown = useRef({ newest, follows });
  const isLive = shown.current.follows && newest - shown.current.newest <= BULK_MESSAGES;
  useLayoutEffect(() => {
    shown.current = { newest, follows };
  }, [newest, follows]);
  return isLive;
}

interface Scrolled {
  scroller: RefObject<HTMLDivElement | null>;
  virtualizer: Virtualizer<HTMLDivElement, Element>;
  items: ThreadItems;
  thread: Thread;
  /** See `useIsLive`. */
  isLive: boolean;
  /** False while the thread is still scrolling to its start position. */
  settled: boolean;
}

interface End {
  isInView: boolean;
  scrollThere: () => void;
  /** Reads whether the end is in view; must also run on scroll. */
  check: () => void;
}

/** Keeps a reader at the end when lines are added, and scrolls to each new message of their own. */
export function useEnd({ scroller, virtualizer, items, thread, isLive, settled }: Scrolled): End {
  const [isInView, setInView] = useState(true);
  /** The distance from the end when it was last read, in pixels. */
  const below = useRef(Number.POSITIVE_INFINITY);
  const scrollThere = useCallback(() => virtualizer.scrollToEnd(), [virtualizer]);
  // Takes the position from the element, since the virtualizer handles the scroll event later, and the height from the virtualizer, so that
  // a line that grows doesn't count as scrolling up before it is measured.
  const measureBelow = (pane: HTMLElement) => virtualizer.getTotalSize() - pane.scrollTop - pane.clientHeight;

  const last = items.at(items.count - 1);
  const lastPending = last?.kind === 'pending' ? last.pending.client_id : null;
  useLayoutEffect(() => {
    if (lastPending !== null) scrollThere();
  }, [lastPending, scrollThere]);

  // The library follows only lines added below. For lines added among the others, it would move the lines below the upper edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each line that is added
  useLayoutEffect(() => {
    const pane = scroller.current;
    if (pane === null || !settled || !isLive || below.current > AT_END_PX) return;
    if (measureBelow(pane) > below.current + 1) scrollThere();
  }, [items.count, newestSeq(thread)]);
  /** The pane's height that was last corrected. */
  const height = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `measureBelow` reads what is current
  const check = useCallback(() => {
    const pane = scroller.current;
    // If the pane's height has just changed, the reader didn't scroll: the position is still being corrected.
    if (pane === null || pane.clientHeight !== height.current) return;
    below.current = measureBelow(pane);
    setInView(below.current <= AT_END_PX);
  }, [scroller, virtualizer]);
  // Keeps the end in view when the pane's height changes, by a keyboard, a banner or a growing composer.
  useLayoutEffect(() => {
    const pane = scroller.current;
    if (pane === null) return;
    height.current = pane.clientHeight;
    const observer = new ResizeObserver(() => {
      if (pane.clientHeight === height.current) return;
      height.current = pane.clientHeight;
      if (below.current <= AT_END_PX) scrollThere();
      else check();
    });
    observer.observe(pane);
    return () => observer.disconnect();
  }, [scroller, scrollThere, check]);
  useEffect(() => {
    const frame = requestAnimationFrame(check);
    return () => cancelAnimationFrame(frame);
  });
  return { isInView, scrollThere, check };
}
