import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import type { Result } from '../../api/errors';
import { idle, type Loadable, load, mapData } from '../loadable';
import { onReset } from '../reset';
import { moment, type Table } from './table';

interface ListSpec<T extends { id: number }, Item extends T> {
  table: Table<T>;
  /** Which entities stand in the list; all when left out. What no longer belongs leaves it at once, what begins to joins it. */
  belongs?: (item: T) => item is Item;
  /** Asks the server for the list. */
  fetch: () => Promise<Result<readonly Item[]>>;
  /** How many it shows; all that were fetched and came live when left out. */
  max?: number;
}

/** The ids of entities that a screen shows together, newest first. */
export interface List<Item extends { id: number }> {
  useIds: UseBoundStore<StoreApi<Loadable<readonly number[]>>>;
  /** Fetches the list; what is loaded stays on screen meanwhile. True when it came. */
  load(): Promise<boolean>;
  /** The listed entities; null before the first answer. */
  items(): readonly Item[] | null;
  /** Calls `listener` when the list or one of its entities may have changed, until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /** `items` as a hook: the same array until one of them changes. */
  useItems: () => readonly Item[] | null;
}

/** Makes a list over a table. It follows the table: an event is given to the table alone. */
export function createList<T extends { id: number }, Item extends T>(spec: ListSpec<T, Item>): List<Item> {
  const { table, belongs = (_item: T): _item is Item => true, fetch, max } = spec;
  const useIds = create<Loadable<readonly number[]>>(() => idle());
  onReset(() => useIds.setState(idle()));

  const ordered = (ids: readonly number[]): readonly number[] =>
    [...new Set(ids)].toSorted((a, b) => b - a).slice(0, max);

  table.onChange((item) => {
    if (belongs(item) && useIds.getState().data?.includes(item.id) === false)
      useIds.setState((state) => mapData(state, (ids) => ordered([item.id, ...ids])));
  });

  const select = (byId: Readonly<Record<number, T>>, ids: readonly number[] | null): readonly Item[] | null =>
    ids?.map((id) => byId[id]).filter((item) => item !== undefined && belongs(item)) ?? null;

  return {
    useIds,
    async load() {
      const asked = moment();
      return load(useIds.setState, fetch, (answered) => {
        table.merge(answered, asked);
        const arrived = table.changedSince(asked).filter(belongs);
        return ordered([...arrived, ...answered].map(({ id }) => id));
      });
    },
    items: () => select(table.use.getState().byId, useIds.getState().data),
    subscribe(listener) {
      const stops = [table.use.subscribe(listener), useIds.subscribe(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    useItems() {
      const ids = useIds((state) => state.data);
      return table.use(useShallow(({ byId }) => select(byId, ids)));
    },
  };
}

/** A list as a component shows it: its entities, and how loading it went. */
export function useList<Item extends { id: number }>(list: List<Item>): Loadable<readonly Item[]> {
  const { status, error } = list.useIds();
  return { status, error, data: list.useItems() };
}
