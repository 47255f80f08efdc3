import { useEffect, useRef, useState } from 'react';

/**
 * Runs `action` once at a time: a call while an earlier promise is under way is dropped. The ref answers within the same
 * event, before React has rendered the busy state.
 */
export function useOnce<A extends unknown[]>(
  action: ((...args: A) => unknown) | undefined,
): [boolean, (...args: A) => void] {
  const [running, setRunning] = useState(false);
  const underWay = useRef(false);
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  const settle = () => {
    underWay.current = false;
    if (mounted.current) setRunning(false);
  };
  const run = (...args: A) => {
    if (underWay.current || !action) return;
    const outcome = action(...args);
    if (!(outcome instanceof Promise)) return;
    underWay.current = true;
    setRunning(true);
    // A rejection is the action's fault to handle: it stays visible as an unhandled one.
    void outcome.finally(settle);
  };
  return [running, run];
}
