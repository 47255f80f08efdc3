import { useEffect, useState } from 'react';

const SETTLE_MS = 400;

/**
 * Returns a count that falls at once and rises after a moment, so that a message read on arrival never flashes a badge.
 * The first value shows at once, or follows one that was shown `before`.
 */
export function useSettled(count: number, before = count): number {
  const [shown, setShown] = useState(before);
  useEffect(() => {
    const timer = setTimeout(() => setShown(count), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [count]);
  return Math.min(shown, count);
}
