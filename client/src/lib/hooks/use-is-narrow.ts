import { useSyncExternalStore } from 'react';

/** Below Tailwind's `md`: phones. */
const narrow = window.matchMedia('(width < 48rem)');

function subscribe(onChange: () => void): () => void {
  narrow.addEventListener('change', onChange);
  return () => narrow.removeEventListener('change', onChange);
}

/** Whether the window is as narrow as a phone's, for what others need not even load. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches);
