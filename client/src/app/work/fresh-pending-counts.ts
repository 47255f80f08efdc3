import { useEffect } from 'react';
import type { List } from '../../core/store/list';
import { incomingInterests } from '../../requests/state/interests';
import { myProjects } from '../../requests/state/my-work';
import { incomingRequests } from '../../requests/state/requests';

/** Long enough to gather the events of one action. */
const AFTER_MS = 500;

/** Changes when a row arrives or is answered, not when older ones are fetched. Null before the first answer. */
function stateOf({ items, useIds }: List<{ id: number }>): string | null {
  const rows = items();
  return rows && `${rows[0]?.id} ${rows.length + useIds.getState().beyond}`;
}

/**
 * The server counts each project's pending requests, so fetch the projects again when a request arrives or is answered.
 */
export function useFreshPendingCounts(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = (list: List<{ id: number }>) => {
      let before = stateOf(list);
      return list.subscribe(() => {
        const now = stateOf(list);
        if (before !== null && now !== before)
          timer ??= setTimeout(() => {
            timer = undefined;
            void myProjects.load();
          }, AFTER_MS);
        before = now;
      });
    };
    const stops = [follow(incomingRequests), follow(incomingInterests)];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, []);
}
