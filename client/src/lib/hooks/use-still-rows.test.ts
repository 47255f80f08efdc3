import { expect, it } from 'vitest';
import { stillRows } from './use-still-rows';

const items = (...ids: number[]) => ids.map((id) => ({ id }));
const rows = (...ids: number[]) => items(...ids).map((item) => ({ item, isGone: false }));
const shown = (list: ReturnType<typeof stillRows<{ id: number }>>) =>
  list.map(({ item, isGone }) => (isGone ? -item.id : item.id));

it.each([
  ['a decided row keeps its place', rows(3, 2, 1), items(3, 1), [3, -2, 1]],
  ['several do', rows(3, 2, 1), items(2), [-3, 2, -1]],
  ['a row that arrives is below the others', rows(3, 2), items(4, 3, 2), [3, 2, 4]],
  ['both at once', rows(3, 2), items(5, 4, 3), [3, -2, 5, 4]],
  ['a reopened row is back in its place', [...rows(3), { item: { id: 2 }, isGone: true }], items(3, 2), [3, 2]],
  ['the last row stays', rows(1), items(), [-1]],
])('%s', (_, before, after, expected) => expect(shown(stillRows(before, after))).toEqual(expected));
