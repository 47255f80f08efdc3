import { useEffect, useRef, useState } from 'react';

/**
 * Runs `action` once at a time, and drops calls while its promise is pending. The ref works within the same event,
 * before React has rendered the busy state.
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
    // A rejection is the action's to handle, so it stays visible as unhandled.
    void outcome.finally(settle);
  };
  return [running, run];
}
