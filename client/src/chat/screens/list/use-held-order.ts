import { useEffect, useReducer, useRef } from 'react';
import { monotonicMs } from '../../../lib/clock';

/** For this long after the pointer has moved over the list, the reader may be about to press a row. */
const HELD_MS = 1_500;
const activityEvents = ['pointermove', 'pointerdown', 'scroll'] as const;

/** Keeps the known rows in their order, drops those that have left, and appends new ones. */
export function heldOrder<Row extends { key: string }>(order: readonly string[], rows: readonly Row[]): readonly Row[] {
  const remaining = new Map(rows.map((row) => [row.key, row]));
  const known = order.flatMap((key) => {
    const row = remaining.get(key);
    remaining.delete(key);
    return row ?? [];
  });
  return [...known, ...remaining.values()];
}

/** Returns the rows. Their order stays while the reader may be about to press in `pane`, and then becomes that of `rows`. */
export function useHeldOrder<Row extends { key: string }>(
  rows: readonly Row[],
  pane: HTMLElement | null,
): readonly Row[] {
  const heldUntilMs = useRef(0);
  const order = useRef<readonly string[]>([]);
  const [, render] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (pane === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hold = () => {
      heldUntilMs.current = monotonicMs() + HELD_MS;
      clearTimeout(timer);
      timer = setTimeout(render, HELD_MS + 1);
    };
    const release = () => {
      heldUntilMs.current = 0;
      clearTimeout(timer);
      render();
    };
    for (const event of activityEvents) pane.addEventListener(event, hold, { passive: true });
    pane.addEventListener('pointerleave', release);
    return () => {
      clearTimeout(timer);
      for (const event of activityEvents) pane.removeEventListener(event, hold);
      pane.removeEventListener('pointerleave', release);
    };
  }, [pane]);
  const shown = monotonicMs() < heldUntilMs.current ? heldOrder(order.current, rows) : rows;
  order.current = shown.map(({ key }) => key);
  return shown;
}
