import { useMemo, useRef } from 'react';
import { useOutbox } from '../../state/outbox/outbox';
import { useSaved } from '../../state/saved';
import { useSavedList } from '../../state/saved-list';
import { useThreads } from '../../state/thread/threads';
import { isShownSaved, type SavedLine, savedLines, waitingLines } from './saved.select';

const none: readonly SavedLine[] = [];

/**
 * The lines of the list as they are shown: what waits to be saved stands at the top, also from when it is done until the list
 * that has it was fetched.
 */
export function useSavedLines(): readonly SavedLine[] {
  const list = useSavedList((state) => state.list.data);
  const numbers = useSaved((state) => state.byMember);
  const acts = useOutbox((state) => state.acts);
  const threads = useThreads((state) => state.byId);
  const waited = useRef<{ list: typeof list; lines: readonly SavedLine[] }>({ list, lines: none });
  return useMemo(() => {
    const listed = savedLines(list ?? [], numbers, acts);
    const before = waited.current.list === list ? waited.current.lines : none;
    const lines = [...waitingLines(acts, threads), ...before];
    waited.current = { list, lines };
    const seen = new Set(listed.map(({ key }) => key));
    const first = lines.filter(({ key, user_id: userId, seq }) => {
      const isNew = !seen.has(key) && isShownSaved(numbers, acts, { userId, seq });
      seen.add(key);
      return isNew;
    });
    return [...first, ...listed];
  }, [list, numbers, acts, threads]);
}
