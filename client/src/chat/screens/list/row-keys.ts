import { useRef } from 'react';
import type { ListRow } from './list.select';

/** A row as React lists it. */
interface Mounted {
  key: string;
  row: ListRow;
  /** How often the row has been mounted again to move up. */
  rises: number;
  /** Its unread count before it rose; undefined if it never did. */
  unreadBefore: number | undefined;
}

/**
 * Gives each row its key in React's list. When a row rises, React would leave it in place and move all rows that it passes. With a new key
 * it is mounted again at the top instead, and no other row is touched. A row with the focus keeps its key, or it would lose the focus.
 */
export function useRowKeys(rows: readonly ListRow[], pane: HTMLElement | null): readonly Mounted[] {
  const listed = useRef<readonly Mounted[]>([]);
  const before = new Map(
    listed.current.map((mounted, formerIndex) => [identityOf(mounted.row), { ...mounted, formerIndex }]),
  );
  const risenIndexes = risen(rows.map((row) => before.get(identityOf(row))?.formerIndex));
  const focused = risenIndexes.length === 0 ? -1 : focusedIndex(pane);
  listed.current = rows.map((row, index) => {
    const known = before.get(identityOf(row));
    const rises = risenIndexes.includes(index) && known?.formerIndex !== focused;
    const count = (known?.rises ?? 0) + (rises ? 1 : 0);
    const unreadBefore = rises ? known?.row.unread : known?.unreadBefore;
    return { key: `${identityOf(row)} ${count}`, row, rises: count, unreadBefore };
  });
  return listed.current;
}

/** Identifies the row, which stays the same when its conversation gets an id. */
const identityOf = ({ otherId, key }: ListRow): number | string => otherId ?? key;

/**
 * Returns the indexes of the rows that have risen past others. `formerIndexes` are the rows' former indexes. Returns none if React would
 * move no more rows than have risen, as when others sink.
 */
export function risen(formerIndexes: readonly (number | undefined)[]): readonly number[] {
  const risenIndexes: number[] = [];
  let lowest = Number.POSITIVE_INFINITY;
  for (const [index, formerIndex] of [...formerIndexes.entries()].toReversed()) {
    if (formerIndex === undefined) continue;
    if (formerIndex > lowest) risenIndexes.push(index);
    else lowest = formerIndex;
  }
  let moved = 0;
  let highest = -1;
  for (const formerIndex of formerIndexes) {
    if (formerIndex === undefined) continue;
    if (formerIndex < highest) moved += 1;
    else highest = formerIndex;
  }
  return risenIndexes.length < moved ? risenIndexes : [];
}

/** Returns the index of the row with the focus, or -1. */
function focusedIndex(pane: HTMLElement | null): number {
  const focused = document.activeElement?.closest('li');
  if (!focused || !pane?.contains(focused)) return -1;
  return [...(focused.parentElement?.children ?? [])].indexOf(focused);
}
