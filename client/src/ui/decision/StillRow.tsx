import { type ComponentProps, type RefObject, useEffect, useRef } from 'react';
import { isHeld, mayMove, onHeldChange } from '../../lib/hooks/reader-at-rest';
import { importOnce } from '../../lib/loading/load-part';
import { cx } from '../cx';

// If this can't be loaded, the empty space of a closed question stays until the reader touches elsewhere.
const loadGaps = importOnce(() => import('./close-gaps'));

/**
 * Keeps an element from shrinking while the reader may be about to press next to it, so that nothing below moves up. The larger empty space
 * of a closed question shrinks slowly instead (`closeGaps`).
 */
function useStillHeight<E extends HTMLElement>(): RefObject<E | null> {
  const ref = useRef<E>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const place = element.parentElement ?? element;
    // Locked before it shrinks, since a page that is shorter for a moment would scroll.
    const lock = () => {
      element.style.minHeight = `${element.getBoundingClientRect().height}px`;
    };
    const observer = new ResizeObserver(() => isHeld(place) && lock());
    observer.observe(element);
    const stop = onHeldChange(() => {
      if (element.style.minHeight !== '') {
        if (mayMove(place)) element.style.minHeight = '';
      } else if (isHeld(place)) {
        lock();
        void loadGaps().then((part) => part?.closeGaps(element));
      }
    });
    return () => {
      observer.disconnect();
      stop();
    };
  }, []);
  return ref;
}

/** A row of `useStillRows`. Its content fills it. */
export function StillRow({ className, ...rest }: ComponentProps<'li'>) {
  return (
    <li ref={useStillHeight<HTMLLIElement>()} className={cx('grid grid-cols-[minmax(0,1fr)]', className)} {...rest} />
  );
}

/** Like `StillRow`, outside a list. */
export function Still({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div ref={useStillHeight<HTMLDivElement>()} className={cx('grid grid-cols-[minmax(0,1fr)]', className)} {...rest} />
  );
}
