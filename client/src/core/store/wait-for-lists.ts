import { useEffect, useState } from 'react';
import { useSession } from '../session/session';
import { isPending, type Loadable } from './loadable';

/** A page waits this long for all of its lists together; then it shows what has come. */
const WAITS_MAX_MS = 1_500;

/**
 * Whether one of these waits for its first answer: true for `WAITS_MAX_MS` at most, and never again once it was false. Where the page
 * shows what was kept, nothing waits.
 */
export function useStillLoads(...parts: readonly Pick<Loadable<unknown>, 'data' | 'error'>[]): boolean {
  const isKept = useSession((state) => state.isKept);
  const [isOver, setOver] = useState(false);
  const loads = !isOver && !isKept && parts.some(isPending);
  if (!loads && !isOver) setOver(true);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), WAITS_MAX_MS);
    return () => clearTimeout(timer);
  }, []);
  return loads;
}
