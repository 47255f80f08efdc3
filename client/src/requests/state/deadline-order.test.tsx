import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useDeadlineOrder } from './deadline-order';

/** Rows with these ids. Newer rows have later deadlines, except that every tenth is due a day earlier. */
const rows = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, n) => from - n).map((id) => ({
    id,
    answer_by: new Date(Date.UTC(2026, 0, id % 10 === 0 ? 1 : 2, 0, id)).toISOString(),
  }));
const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id);

it('orders rows by their deadlines, and older pages of a long list below those that are shown', () => {
  const { result, rerender } = renderHook(() => useDeadlineOrder());
  const order = (items: ReturnType<typeof rows>) => {
    rerender();
    return idsOf(result.current(items));
  };
  const first = order(rows(300, 251));
  expect(first.slice(0, 6)).toEqual([260, 270, 280, 290, 300, 251]);
  // As many rows as a refresh returns are ordered as one page.
  const whole = order(rows(300, 101));
  expect(whole.slice(0, 3)).toEqual([110, 120, 130]);
  const more = order(rows(300, 51));
  expect(more.slice(0, 200)).toEqual(whole);
  expect(more.slice(200, 206)).toEqual([60, 70, 80, 90, 100, 51]);
  // A new row comes last on its page; a decided row leaves the others where they are.
  const live = order(rows(301, 51).filter(({ id }) => id !== 200));
  expect(live.filter((id) => id !== 301)).toEqual(more.filter((id) => id !== 200));
  expect(live.indexOf(301)).toBe(199);
});
