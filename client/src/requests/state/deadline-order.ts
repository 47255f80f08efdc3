import { coreLimits } from '@sangam/shared/core/limits';
import { useEffect, useRef } from 'react';
import { type List, useList } from '../../core/store/list';
import type { Loadable } from '../../core/store/loadable';
import { readAhead } from '../../core/store/shown-lists';
import { newestFirst } from '../../lib/text/compare';

/** After every instant. */
const LATER = '~';

interface Due {
  id: number;
  answer_by?: string | undefined;
}

const byDeadline = (a: Due, b: Due): number => newestFirst(b.answer_by ?? LATER, a.answer_by ?? LATER) || a.id - b.id;

/**
 * Returns an order for a list's rows, the next deadline first. Beyond the rows that a refresh brings, each further page comes below those
 * before it, although its deadlines are sooner: rows that came above would move others under the pointer.
 */
export function useDeadlineOrder(): <Item extends Due>(items: readonly Item[]) => readonly Item[] {
  // The oldest row of each page, the newest page first.
  const oldest = useRef<number[]>([]);
  return (items) => {
    const last = oldest.current.at(-1);
    const lowest = Math.min(...items.map(({ id }) => id));
    if (last === undefined ? items.length >= coreLimits.listPageMax : lowest < last) oldest.current.push(lowest);
    const pageOf = ({ id }: Due) => oldest.current.findIndex((each) => id >= each);
    return items.toSorted((a, b) => pageOf(a) - pageOf(b) || byDeadline(a, b));
  };
}

/** Where a list goes on that has `count` rows so far: at most as far as a refresh brings it. 0 if it doesn't. */
const nextFrom = (count: number, hasMore: boolean): number => (hasMore && count < coreLimits.listPageMax ? count : 0);

/** Fetches a list to its end, where the next deadlines are, but no more than a refresh brings. Pending until then. */
export function useWholeList(list: List<Due>): Pick<Loadable<unknown>, 'data' | 'error'> {
  const { data, error, hasMore } = useList(list);
  const from = nextFrom(data?.length ?? 0, hasMore);
  useEffect(() => {
    // The page doesn't wait longer for one that fails.
    if (from > 0) void list.loadMore();
  }, [list, from]);
  return { data: from > 0 ? null : data, error };
}

/** `useWholeList` before the page shows: settles once the list has come, or no more of it comes. */
export async function readWhole(list: List<Due>): Promise<void> {
  await readAhead(list);
  for (let count = 0; ; ) {
    const { data, beyond } = list.useIds.getState();
    const from = nextFrom(data?.length ?? 0, beyond > 0);
    if (from <= count) return;
    count = from;
    await list.loadMore();
  }
}
