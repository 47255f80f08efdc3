import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface StartPosition {
  scroller: RefObject<HTMLDivElement | null>;
  virtualizer: Virtualizer<HTMLDivElement, Element>;
  count: number;
  /** The line where it opens, and where that stands in the pane; null: at its end. */
  start: { line: number; align: 'start' | 'center' } | null;
}

/** So many frames without a change, and what stands on screen has its real height. */
const STILL_FRAMES = 3;
const SETTLED_WITHIN_MS = 1_500;
const gestures = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Opens a thread at its start position, and holds it there while rows get their real heights.
 * True once it stands, or the reader has taken over: until then nothing has been read, and no history may come above.
 */
export function useStartPosition({ scroller, virtualizer, count, start }: StartPosition): boolean {
  const [settled, setSettled] = useState(false);
  const target = useRef(start);
  target.current = start;
  const isEmpty = count === 0;

  useLayoutEffect(() => {
    const pane = scroller.current;
    if (settled || isEmpty || pane === null) return;
    const startedMs = performance.now();
    let still = 0;
    let before = '';
    let frame = 0;
    const hold = () => {
      const { current } = target;
      if (current === null) virtualizer.scrollToEnd();
      else virtualizer.scrollToIndex(current.line, { align: current.align });
    };
    const leave = () => {
      // From here on an offset, which follows what comes above; an index would become another message's.
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
