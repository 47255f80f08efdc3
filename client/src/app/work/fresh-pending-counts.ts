import { useEffect } from 'react';
import type { List } from '../../core/store/list';
import { incomingInterests } from '../../requests/state/interests';
import { myProjects } from '../../requests/state/my-work';
import { incomingRequests } from '../../requests/state/requests';
import { followList, gatherCalls } from '../follow-lists';

/** Returns a text that changes when a row arrives or is answered, but not when older rows are fetched. Null before the first answer. */
function fingerprintOf({ items, useIds }: List<{ id: number }>): string | null {
  const rows = items();
  return rows && `${rows[0]?.id} ${rows.length + useIds.getState().beyond}`;
}

/** Fetches the projects again when a request arrives or is answered, since the server counts each project's pending requests. */
export function useFreshPendingCounts(): void {
  useEffect(() => {
    const { soon, stop } = gatherCalls(() => myProjects.load());
    const stops = [
      followList(incomingRequests, fingerprintOf, soon),
      followList(incomingInterests, fingerprintOf, soon),
      stop,
    ];
    return () => {
      for (const each of stops) each();
    };
  }, []);
}
