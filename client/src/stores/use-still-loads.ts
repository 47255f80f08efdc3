import { useState } from 'react';
import { isPending, type Loadable } from './loadable';
import { useSession } from './session';

/**
 * Whether one of these waits for its first answer; once none does, never again. Where the page shows what was kept, nothing waits:
 * what is missing loads in its place.
 */
export function useStillLoads(...parts: readonly Pick<Loadable<unknown>, 'data' | 'error'>[]): boolean {
  const isKept = useSession((state) => state.isKept);
  const [isOver, setOver] = useState(false);
  const loads = !isOver && !isKept && parts.some(isPending);
  if (!loads && !isOver) setOver(true);
  return loads;
}
