import { type RefObject, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { followReader, isAtRest, isHeld, mayMove, onHeldChange } from './reader-at-rest';

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
  const remaining = new Map(items.map((item) => [item.id, item]));
  const staying = rows.map(({ item: before }) => {
    const item = remaining.get(before.id);
    remaining.delete(before.id);
    return { item: item ?? before, isGone: item === undefined };
  });
  return [...staying, ...fresh([...remaining.values()])];
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

/**
 * While `isWaiting`, calls `show` once the reader rests outside `area`, or outside its closest ancestor that matches `within` if it has one.
 */
export function useWhenAtRest(
  isWaiting: boolean,
  show: () => unknown,
  area?: RefObject<Element | null>,
  within = '*',
): void {
  const call = useEffectEvent(show);
  useEffect(() => {
    if (!isWaiting) return;
    const showIfAtRest = () => {
      const element = area?.current ?? null;
      if (mayMove(element?.closest(within) ?? element)) call();
    };
    showIfAtRest();
    return onHeldChange(showIfAtRest);
  }, [isWaiting, area, within]);
}

/**
 * Returns `value`, but keeps the earlier one while the reader may be about to press in the list or section around `area`, so that no button
 * changes or moves under a finger.
 */
export function useUnlessHeld<T>(value: T, area: RefObject<Element | null>): T {
  const [shown, setShown] = useState(value);
  useWhenAtRest(shown !== value, () => setShown(value), area, 'ul, section');
  return shown;
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
  const state = useRef({ latestItems: items, rows: fresh(items) });
  const [, render] = useReducer((count: number) => count + 1, 0);
  if (!isSame(state.current.latestItems, items)) {
    const { latestItems, rows } = state.current;
    const hasLost = rows.some(({ item: { id } }) => items.every((item) => item.id !== id));
    const isStill = isHeld(list.current) || !isFresh(rows, latestItems) || (hasLost && !document.hidden && !isAtRest());
    state.current = { latestItems: items, rows: isStill ? stillRows(rows, items) : fresh(items) };
  }
  const release = () => {
    const { latestItems, rows } = state.current;
    if (isFresh(rows, latestItems)) return;
    state.current = { latestItems, rows: fresh(latestItems) };
    render();
  };
  useRelease(release);
  useWhenAtRest(!isFresh(state.current.rows, state.current.latestItems), release, list);
  return state.current.rows;
}
