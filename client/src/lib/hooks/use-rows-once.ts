import { type RefObject, useId, useLayoutEffect } from 'react';
import { create } from 'zustand';
import { type StillRow, useStillRows } from './use-still-rows';

/** The ids of rows that stay in a list after they left it, by the list that shows them. */
const useStaying = create<Record<string, { kind: string; ids: string }>>(() => ({}));

/**
 * `useStillRows` for lists of the same kind of things on one page: an item that moved from one list to another shows only in the first,
 * with its outcome, until it may move. `kind` names the things.
 */
export function useRowsOnce<Item extends { id: number }>(
  kind: string,
  items: readonly Item[],
  list: RefObject<Element | null>,
): readonly StillRow<Item>[] {
  const listId = useId();
  const rows = useStillRows(items, list);
  const ids = rows
    .filter(({ isGone }) => isGone)
    .map(({ item }) => item.id)
    .join();
  useLayoutEffect(() => {
    if (ids === '') return;
    useStaying.setState({ [listId]: { kind, ids } });
    return () => useStaying.setState(({ [listId]: _, ...others }) => others, true);
  }, [listId, kind, ids]);
  const elsewhere = useStaying((lists) =>
    Object.entries(lists)
      .filter(([otherId, staying]) => otherId !== listId && staying.kind === kind)
      .map(([, staying]) => staying.ids)
      .join(),
  );
  const isElsewhere = new Set(elsewhere.split(',').filter(Boolean).map(Number));
  return rows.filter(({ item, isGone }) => isGone || !isElsewhere.has(item.id));
}
