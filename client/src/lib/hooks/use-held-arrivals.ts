import { type RefObject, useReducer, useRef } from 'react';
import { isAtRest, isHeld } from './reader-at-rest';
import { useRelease, useWhenAtRest } from './use-still-rows';

interface HeldArrivals<Item> {
  /** Null before the first answer. */
  shown: readonly Item[] | null;
  /** How many items are held back until `releaseRows`. */
  waiting: number;
}

/** Whether a place is below the visible part of the page. */
const isBelow = (list: Element | null): boolean =>
  list !== null && list.getBoundingClientRect().top > window.innerHeight;

/**
 * Holds back live arrivals in a list, newest first, while the reader moves the pointer, types or touches: a new row would move everything
 * below it just as they press. Arrivals show once the reader rests outside the list, and at once in a hidden tab or a list below the
 * visible part of the page. Older rows are appended at the end at once, unless `hasOlder` is false: then they are held back too.
 */
export function useHeldArrivals<Item extends { id: number }>(
  items: readonly Item[] | null,
  list: RefObject<Element | null>,
  { hasOlder = true } = {},
): HeldArrivals<Item> {
  const known = useRef<Set<number> | null>(null);
  const [, render] = useReducer((count: number) => count + 1, 0);
  const isFirst = known.current === null;
  if (items !== null) known.current ??= new Set();
  const ids = known.current ?? new Set();
  const oldest = Math.min(...ids);
  const arrived = (items ?? []).filter(({ id }) => !ids.has(id));
  if (arrived.length > 0) {
    const isFree = isFirst || document.hidden || isBelow(list.current) || (isAtRest() && !isHeld(list.current));
    for (const { id } of arrived) if (isFree || (hasOlder && ids.size > 0 && id < oldest)) ids.add(id);
  }
  const release = () => {
    for (const { id } of items ?? []) ids.add(id);
    render();
  };
  useRelease(release);
  const shown = items?.filter(({ id }) => ids.has(id)) ?? null;
  const waiting = (items?.length ?? 0) - (shown?.length ?? 0);
  useWhenAtRest(waiting > 0, release, list);
  return { shown, waiting };
}
