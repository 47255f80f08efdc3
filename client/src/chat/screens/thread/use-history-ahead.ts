import type { VirtualItem } from '@tanstack/react-virtual';
import { useEffect } from 'react';
import type { Thread } from '../../state/thread/threads.reduce';
import { loadNewer, loadOlder } from '../../state/thread/threads.sync';

interface HistoryAhead {
  otherId: number;
  thread: Thread;
  /** False while the thread is still on its way to where it opens. */
  settled: boolean;
  /** The lines that exist now, of so many. */
  rows: readonly VirtualItem[];
  count: number;
}

/** So near to the first or last loaded line the next page is fetched: well before the reader is there. */
const AHEAD_ROWS = 40;

/** Fetches history on both sides of what is loaded, as the reader comes near to its edge. */
export function useHistoryAhead({ otherId, thread, settled, rows, count }: HistoryAhead): void {
  const { hasOlder, older, follows, newer } = thread;
  const nearTop = (rows[0]?.index ?? 0) < AHEAD_ROWS;
  const nearFoot = (rows.at(-1)?.index ?? 0) >= count - AHEAD_ROWS;
  useEffect(() => {
    if (settled && nearTop && hasOlder && older === 'idle') void loadOlder(otherId);
  }, [settled, nearTop, hasOlder, older, otherId]);
  useEffect(() => {
    if (settled && nearFoot && !follows && newer === 'idle') void loadNewer(otherId);
  }, [settled, nearFoot, follows, newer, otherId]);
}
