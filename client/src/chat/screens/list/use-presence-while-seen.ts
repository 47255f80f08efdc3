import { type RefObject, useEffect, useRef } from 'react';
import { showPresence } from '../../../core/realtime/on-screen';

/** Put the ref on what shows a member's presence: it is watched while that is scrolled into sight, and not beyond. */
export function usePresenceWhileSeen<E extends Element>(id: number): RefObject<E | null> {
  const shown = useRef<E>(null);
  useEffect(() => {
    if (shown.current === null) return;
    let hide: (() => void) | null = null;
    const observer = new IntersectionObserver((entries) => {
      const seen = entries.at(-1)?.isIntersecting === true;
      if (seen) hide ??= showPresence([id]);
      else {
        hide?.();
        hide = null;
      }
    });
    observer.observe(shown.current);
    return () => {
      observer.disconnect();
      hide?.();
    };
  }, [id]);
  return shown;
}
