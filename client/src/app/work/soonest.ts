import { coreLimits } from '@sangam/shared/core/limits';
import { useEffect } from 'react';
import { type List, useList } from '../../core/store/list';
import type { Loadable } from '../../core/store/loadable';
import { newestFirst } from '../../lib/text/compare';

/** The rows of a section of My work until it is opened. */
export const FIRST_MAX = 5;
/** The rows of a section of the dashboard, where the next sections need an answer, too. */
export const DASHBOARD_MAX = 3;

/** After every instant. */
const LATER = '~';

interface Due {
  id: number;
  answer_by?: string | undefined;
}

/** Returns rows by their deadlines, the next one first. */
export const soonest = <Item extends Due>(items: readonly Item[]): readonly Item[] =>
  items.toSorted((a, b) => newestFirst(b.answer_by ?? LATER, a.answer_by ?? LATER) || a.id - b.id);

/** Fetches a list to its end, where the next deadlines are, but no more than a refresh brings. Pending until then. */
export function useWholeList(list: List<Due>): Pick<Loadable<unknown>, 'data' | 'error'> {
  const { data, error, hasMore } = useList(list);
  const count = data?.length ?? 0;
  const goesOn = hasMore && count > 0 && count < coreLimits.listPageMax;
  const from = goesOn ? count : 0;
  useEffect(() => {
    // The page doesn't wait longer for one that fails.
    if (from > 0) void list.loadMore();
  }, [list, from]);
  return { data: goesOn ? null : data, error };
}
