import { useRef } from 'react';
import type { ListRow } from './list.select';

/** A row as React lists it. */
interface Mounted {
  key: string;
  row: ListRow;
  /** How often it was mounted again. */
  rises: number;
  /** Its unread count before it rose; undefined if it never did. */
  unreadBefore: number | undefined;
}

/**
 * Gives each row its key in React's list. React leaves a row that rises in its place and moves all others that it passes; with a new
 * key, it is mounted again at the top, and no other is touched. A row with the focus keeps its key, since it would lose the focus.
 */
export function useRowKeys(rows: readonly ListRow[], pane: HTMLElement | null): readonly Mounted[] {
  const listed = useRef<readonly Mounted[]>([]);
  const before = new Map(listed.current.map((mounted, place) => [identityOf(mounted.row), { ...mounted, place }]));
  const up = risen(rows.map((row) => before.get(identityOf(row))?.place));
  const focused = up.length === 0 ? -1 : focusedPlace(pane);
  listed.current = rows.map((row, index) => {
    const known = before.get(identityOf(row));
    const rises = up.includes(index) && known?.place !== focused;
    const count = (known?.rises ?? 0) + (rises ? 1 : 0);
    const unreadBefore = rises ? known?.row.unread : known?.unreadBefore;
    return { key: `${identityOf(row)} ${count}`, row, rises: count, unreadBefore };
  });
  return listed.current;
}

/** A conversation that gets its id is still the same row. */
const identityOf = ({ otherId, key }: ListRow): number | string => otherId ?? key;

/**
 * Returns the indexes of the rows that have risen past others, by the place that each had before. None where React moves no more rows
 * than have risen: when others sink.
 */
export function risen(places: readonly (number | undefined)[]): readonly number[] {
  const up: number[] = [];
  let lowest = Number.POSITIVE_INFINITY;
  for (const [index, place] of [...places.entries()].toReversed()) {
    if (place === undefined) continue;
    if (place > lowest) up.push(index);
    else lowest = place;
  }
  let moved = 0;
  let highest = -1;
  for (const place of places) {
    if (place === undefined) continue;
    if (place < highest) moved += 1;
    else highest = place;
  }
  return up.length < moved ? up : [];
}

/** Returns the place of the row with the focus, or -1. */
function focusedPlace(pane: HTMLElement | null): number {
  const focused = document.activeElement?.closest('li');
  if (!focused || !pane?.contains(focused)) return -1;
  return [...(focused.parentElement?.children ?? [])].indexOf(focused);
}
