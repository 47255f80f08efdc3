import { useEffect, useState } from 'react';

const SETTLE_MS = 400;

/**
 * A count that falls at once and rises a moment later: a message that is read while it arrives never flashes a badge.
 * The first value shows at once.
 */
export function useSettled(count: number): number {
  const [shown, setShown] = useState(count);
  useEffect(() => {
    const timer = setTimeout(() => setShown(count), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [count]);
  return Math.min(shown, count);
}
