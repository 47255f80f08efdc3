import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { newestSeq, type Thread } from '../../state/thread/threads.reduce';
import { BULK_MESSAGES } from '../../sync/thread-sync';
import type { ThreadItems } from '../parts/thread.select';

/** Within this distance of the end, the reader counts as being at the newest message. */
export const AT_END_PX = 80;

/** Whether a reader at the end is scrolled to arriving messages: not past those that an outage held back, whose number the pill shows. */
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
}

interface End {
  isInView: boolean;
  scrollThere: () => void;
  /** Reads whether the end is in view; must also run on scroll. */
  check: () => void;
}

/** Keeps a reader at the end there, and scrolls to each new message of their own. */
export function useEnd({ scroller, virtualizer, items, thread, isLive }: Scrolled): End {
  const [isInView, setInView] = useState(true);
  /** The same, without waiting for a render. */
  const inView = useRef(true);
  const scrollThere = useCallback(() => virtualizer.scrollToEnd(), [virtualizer]);

  const last = items.at(items.count - 1);
  const lastPending = last?.kind === 'pending' ? last.pending.client_id : null;
  useLayoutEffect(() => {
    if (lastPending !== null) scrollThere();
  }, [lastPending, scrollThere]);

  useFollowAbove(newestSeq(thread), isLive && lastPending !== null, inView, scrollThere);
  const height = useStayThere(scroller, inView, scrollThere);

  // Reads the element itself, since the virtualizer handles the scroll event later.
  const check = () => {
    const pane = scroller.current;
    // A pane whose height just changed wasn't scrolled: its position is still being corrected.
    if (pane === null || pane.clientHeight !== height.current) return;
    inView.current = pane.scrollHeight - pane.scrollTop - pane.clientHeight <= AT_END_PX;
    setInView(inView.current);
  };
  useEffect(() => {
    const frame = requestAnimationFrame(check);
    return () => cancelAnimationFrame(frame);
  });
  return { isInView, scrollThere, check };
}

/**
 * Keeps a reader at the end there while messages arrive above their own pending one. The library follows only what is added below.
 * `newest` is the number of the newest stored message.
 */
export function useFollowAbove(
  newest: number,
  follows: boolean,
  inView: RefObject<boolean>,
  scrollThere: () => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each message
  useLayoutEffect(() => {
    if (follows && inView.current) scrollThere();
  }, [newest, follows]);
}

/**
 * Keeps the end in view when the pane's height changes, by a keyboard, a banner or a growing composer. Returns the height that was last
 * corrected.
 */
function useStayThere(
  pane: RefObject<HTMLElement | null>,
  inView: RefObject<boolean>,
  scrollThere: () => void,
): RefObject<number> {
  const height = useRef(0);
  useLayoutEffect(() => {
    const element = pane.current;
    if (element === null) return;
    height.current = element.clientHeight;
    const observer = new ResizeObserver(() => {
      const changed = element.clientHeight !== height.current;
      height.current = element.clientHeight;
      if (changed && inView.current) scrollThere();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [pane, inView, scrollThere]);
  return height;
}
