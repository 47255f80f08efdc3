import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the newest message in view when the pane itself changes its height: a keyboard, a banner, a growing composer.
 * Returns the height up to which that has been done.
 */
export function useStayAtEnd(
  pane: RefObject<HTMLElement | null>,
  atEnd: RefObject<boolean>,
  toEnd: () => void,
): RefObject<number> {
  const height = useRef(0);
  useLayoutEffect(() => {
    const element = pane.current;
    if (element === null) return;
    height.current = element.clientHeight;
    const observer = new ResizeObserver(() => {
      const changed = element.clientHeight !== height.current;
      height.current = element.clientHeight;
      if (changed && atEnd.current) toEnd();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [pane, atEnd, toEnd]);
  return height;
}
