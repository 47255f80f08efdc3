import { useEffect, useState } from 'react';
import { useSession } from '../session/session';
import { isPending, type Loadable } from '../store/loadable';

/** The longest time that a page waits for all of its lists on a slow network, before it shows those that have loaded. */
export const WAITS_MAX_MS = 8_000;

/**
 * Whether the page should still wait for its lists: at most `WAITS_MAX_MS`, not for a server that doesn't answer, and never again
 * once it stopped. Cached lists need no wait.
 */
export function useWaitForLists(...parts: readonly Pick<Loadable<unknown>, 'data' | 'error'>[]): boolean {
  const isUnanswered = useSession((state) => state.isUnanswered);
  const [hasStopped, setStopped] = useState(false);
  const isWaiting = !hasStopped && !isUnanswered && parts.some(isPending);
  if (!isWaiting && !hasStopped) setStopped(true);
  useEffect(() => {
    const timer = setTimeout(() => setStopped(true), WAITS_MAX_MS);
    return () => clearTimeout(timer);
  }, []);
  return isWaiting;
}
