import { useEffect, useState } from 'react';

const SETTLE_MS = 400;

/**
 * Returns the count, but delays a rise for a moment, so that a message read on arrival never flashes a badge. At first returns `before`,
 * the value shown so far, or else the count itself.
 */
export function useSettled(count: number, before = count): number {
  const [shown, setShown] = useState(before);
  useEffect(() => {
    const timer = setTimeout(() => setShown(count), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [count]);
  return Math.min(shown, count);
}
