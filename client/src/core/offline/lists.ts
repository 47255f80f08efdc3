import type { List } from '../store/list';
import { keepPart } from './parts';

/** So many rows of a list are kept. */
const ROWS_MAX = 50;

/** Keeps the beginning of a list. Called once per list, at module level. */
export function keepList<Item extends { id: number }>(name: string, list: List<Item>): void {
  keepPart({
    name,
    take: () => {
      const items = list.items();
      if (items === null) return null;
      const rows = items.slice(0, ROWS_MAX);
      return { rows, beyond: list.useIds.getState().beyond + items.length - rows.length };
    },
    show: ({ rows, beyond }) => list.restore(rows, beyond),
    subscribe: list.subscribe,
  });
}
