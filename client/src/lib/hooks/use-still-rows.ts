import { type RefObject, useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { followReader, isAtRest, isHeld, isLetGo, onHeldChange } from './reader-at-rest';

export interface StillRow<Item> {
  item: Item;
  /** The item has left the list; its row shows the outcome until the reader rests outside the list. */
  isGone: boolean;
}

const fresh = <Item>(items: readonly Item[]): StillRow<Item>[] => items.map((item) => ({ item, isGone: false }));

/** Keeps each row in its place: those that left the list stay, and new ones follow at the end. */
export function stillRows<Item extends { id: number | string }>(
  rows: readonly StillRow<Item>[],
  items: readonly Item[],
): StillRow<Item>[] {
  const left = new Map(items.map((item) => [item.id, item]));
  const kept = rows.map(({ item: before }) => {
    const item = left.get(before.id);
    left.delete(before.id);
    return { item: item ?? before, isGone: item === undefined };
  });
  return [...kept, ...fresh([...left.values()])];
}

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index]);

const isFresh = <Item>(rows: readonly StillRow<Item>[], items: readonly Item[]): boolean =>
  isSame(
    rows.map(({ item }) => item),
    items,
  );

const releases = new Set<() => void>();

/** Makes all lists show their present items, for a reader who asks for new ones: no row stays, and none is held back. */
export function releaseRows(): void {
  for (const release of [...releases]) release();
}

/** Calls `release` with each `releaseRows`, also when the tab is hidden. */
export function useRelease(release: () => unknown): void {
  const call = useEffectEvent(release);
  useEffect(() => {
    // The pointer's place must be known before the first change.
    followReader();
    const run = () => void call();
    const runInHiddenTab = () => document.hidden && run();
    releases.add(run);
    document.addEventListener('visibilitychange', runInHiddenTab);
    return () => {
      releases.delete(run);
      document.removeEventListener('visibilitychange', runInHiddenTab);
    };
  }, []);
}

/** While `isWaiting`, calls `show` once the reader rests outside `place`, or outside its closest ancestor that matches `within`. */
export function useRest(
  isWaiting: boolean,
  show: () => unknown,
  place?: RefObject<Element | null>,
  within = '*',
): void {
  const call = useEffectEvent(show);
  useEffect(() => {
    if (!isWaiting) return;
    const look = () => void (isLetGo(place?.current?.closest(within) ?? null) && call());
    look();
    return onHeldChange(look);
  }, [isWaiting, place, within]);
}

/**
 * Returns a list's rows. No row moves while the reader may be about to press in `list` or below it. A row whose item left stays until the
 * reader rests outside the list, or the tab is hidden.
 */
export function useStillRows<Item extends { id: number | string }>(
  items: readonly Item[],
  list: RefObject<Element | null>,
): readonly StillRow<Item>[] {
  // A ref, not state: when React repeats an earlier update, it drops state set while rendering, and a decided row would be open again for a
  // moment.
  const kept = useRef({ seen: items, rows: fresh(items) });
  const [, render] = useReducer((count: number) => count + 1, 0);
  if (!isSame(kept.current.seen, items)) {
    const { seen, rows } = kept.current;
    const hasLost = rows.some(({ item: { id } }) => items.every((item) => item.id !== id));
    const isStill = isHeld(list.current) || !isFresh(rows, seen) || (hasLost && !document.hidden && !isAtRest());
    kept.current = { seen: items, rows: isStill ? stillRows(rows, items) : fresh(items) };
  }
  const release = () => {
    const { seen, rows } = kept.current;
    if (isFresh(rows, seen)) return;
    kept.current = { seen, rows: fresh(seen) };
    render();
  };
  useRelease(release);
  useRest(!isFresh(kept.current.rows, kept.current.seen), release, list);
  return kept.current.rows;
}
