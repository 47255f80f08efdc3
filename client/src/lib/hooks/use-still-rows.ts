import { type RefObject, useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { followReader, isAtRest, isHeld, isLetGo, onHeldChange } from './reader-at-rest';

export interface StillRow<Item> {
  item: Item;
  /** It has left the list, and shows its outcome until the reader rests outside it. */
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

/** Lets all lists show what they have, for a reader who asked for what is new: no row stays, and none waits. */
export function releaseRows(): void {
  for (const release of [...releases]) release();
}

/** Calls `release` with each `releaseRows`, also when the tab is hidden. */
export function useRelease(release: () => unknown): void {
  const call = useEffectEvent(release);
  useEffect(() => {
    // Where the pointer is must be known before the first change.
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

/** Calls `show` once the reader rests and is not in `place`, or in the closest parent of it that is `within`, while something waits. */
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
 * Returns a list's rows. None of them moves while the reader may be about to press in `list` or below it. One that left stays until the
 * reader rests outside the list, or the tab is hidden.
 */
export function useStillRows<Item extends { id: number | string }>(
  items: readonly Item[],
  list: RefObject<Element | null>,
): readonly StillRow<Item>[] {
  // Not state: if React later repeats an earlier update, it drops what a render has set, and a decided row would be open again for a
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
