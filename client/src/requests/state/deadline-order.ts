import { coreLimits } from '@sangam/shared/core/limits';
import { useEffect, useRef } from 'react';
import { type List, useList } from '../../core/store/list';
import type { Loadable } from '../../core/store/loadable';
import { readAhead } from '../../core/store/shown-lists';
import { newestFirst } from '../../lib/text/compare';

/** Sorts after every ISO time: rows without a deadline come last. */
const AFTER_ALL_TIMES = '~';

interface WithDeadline {
  id: number;
  answer_by?: string | undefined;
}

const byDeadline = (a: WithDeadline, b: WithDeadline): number =>
  newestFirst(b.answer_by ?? AFTER_ALL_TIMES, a.answer_by ?? AFTER_ALL_TIMES) || a.id - b.id;

/**
 * Returns a function that orders a list's rows, next deadline first. Beyond the rows that a refresh returns, each page comes below the
 * earlier ones although its deadlines are sooner, since rows added above would move others under the pointer.
 */
export function useDeadlineOrder(): <Item extends WithDeadline>(items: readonly Item[]) => readonly Item[] {
  // The oldest row of each page, the newest page first.
  const oldest = useRef<number[]>([]);
  return (items) => {
    const last = oldest.current.at(-1);
    const lowest = Math.min(...items.map(({ id }) => id));
    if (last === undefined ? items.length >= coreLimits.listPageMax : lowest < last) oldest.current.push(lowest);
    const pageOf = ({ id }: WithDeadline) => oldest.current.findIndex((each) => id >= each);
    return items.toSorted((a, b) => pageOf(a) - pageOf(b) || byDeadline(a, b));
  };
}

/**
 * Returns `count`, the number of rows so far, if the list should be fetched further; 0 if it is complete or as long as a refresh returns.
 */
const nextFrom = (count: number, hasMore: boolean): number => (hasMore && count < coreLimits.listPageMax ? count : 0);

/** Fetches a list to its end, where the next deadlines are, or as far as a refresh returns it. `data` is null until then. */
export function useWholeList(list: List<WithDeadline>): Pick<Loadable<unknown>, 'data' | 'error'> {
  const { data, error, hasMore } = useList(list);
  const from = nextFrom(data?.length ?? 0, hasMore);
  useEffect(() => {
    // A failure ends the wait: it sets `error`.
    if (from > 0) void list.loadMore();
  }, [list, from]);
  return { data: from > 0 ? null : data, error };
}

/** Like `useWholeList`, before the page is shown: settles once the list is fetched that far, or a page fails. */
export async function readWholeList(list: List<WithDeadline>): Promise<void> {
  await readAhead(list);
  for (let count = 0; ; ) {
    const { data, beyond } = list.useIds.getState();
    const from = nextFrom(data?.length ?? 0, beyond > 0);
    if (from <= count) return;
    count = from;
    await list.loadMore();
  }
}
