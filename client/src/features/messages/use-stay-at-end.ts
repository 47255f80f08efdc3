import { type RefObject, useLayoutEffect } from 'react';

/** Keeps the newest message in view when the pane itself changes its height: a keyboard, a banner, a growing composer. */
export function useStayAtEnd(pane: RefObject<HTMLElement | null>, atEnd: RefObject<boolean>, toEnd: () => void): void {
  useLayoutEffect(() => {
    const element = pane.current;
    if (element === null) return;
    let height = element.clientHeight;
    const observer = new ResizeObserver(() => {
      const changed = element.clientHeight !== height;
      height = element.clientHeight;
      if (changed && atEnd.current) toEnd();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [pane, atEnd, toEnd]);
}
