import { coreLimits } from '@sangam/shared/core/limits';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { errorText, type Result } from '../api/errors';
import { type Change, idle, type Loadable, load, mapData, mapResult, ready } from './loadable';
import { createHeldVersion, loadPart, type RefreshPart } from './refresh-part';
import { onReset, storesEpoch } from './reset';
import { moment, type Table } from './table';

/** One page of the server's answer, newest first. */
export interface ListPage<Item> {
  items: readonly Item[];
  has_more: boolean;
  /** How many there are on all pages. */
  total: number;
}

interface ListSpec<T extends { id: number }, Item extends T> {
  table: Table<T>;
  /** Which entities stand in the list; all when left out. What no longer belongs leaves it at once, what begins to joins it. */
  belongs?: (item: T) => item is Item;
  /** Asks the server for a page: the first, or the one below the entity `before`. */
  fetch: (range: { before?: number | undefined; limit: number }) => Promise<Result<ListPage<Item>>>;
  /** How many a page has, and at most. */
  page?: { size: number; max: number };
  /** The list is this short and has no further pages. */
  max?: number;
}

interface ListState extends Loadable<readonly number[]> {
  /** How many the server has below those that were fetched. */
  beyond: number;
  loadingMore: boolean;
}

/** The ids of entities that a screen shows together, newest first. */
export interface List<Item extends { id: number }> {
  useIds: UseBoundStore<StoreApi<ListState>>;
  /** Fetches the list again, as far down as it is shown; what is loaded stays on screen meanwhile. True when it came. */
  load(): Promise<boolean>;
  /** What a refresh asks for. */
  wanted(): { version: string | undefined; limit: number };
  /** The same as `load`, with the first page from a refresh. */
  refresh(part: RefreshPart<ListPage<Item>>): Promise<boolean>;
  /** Fetches the page below; does nothing while that is under way or there is none. */
  loadMore(): Promise<Result<void>>;
  /** The listed entities; null before the first answer. */
  items(): readonly Item[] | null;
  /** Takes in rows that were kept from an earlier time, and how many the server had below; a list that is there stays, as do its entities. */
  restore(rows: readonly Item[], beyond: number): void;
  /** Calls `listener` when the list or one of its entities may have changed, until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /** `items` as a hook: the same array until one of them changes. */
  useItems: () => readonly Item[] | null;
}

const listPage = { size: coreLimits.listPage, max: coreLimits.listPageMax };
/** With fewer than these left on screen, the next page is fetched: who answers one by one never sees an end that is none. */
const REFILL_BELOW = 10;
const nothing: Result<void> = { ok: true, value: undefined };

/** Makes a list over a table. It follows the table: an event is given to the table alone. */
export function createList<T extends { id: number }, Item extends T>(spec: ListSpec<T, Item>): List<Item> {
  const { table, belongs = (_item: T): _item is Item => true, fetch, page = listPage, max } = spec;
  const empty = (): ListState => ({ ...idle(), beyond: 0, loadingMore: false });
  const useIds = create<ListState>(empty);
  /** Counts the answers that replaced the list. */
  let taken = 0;
  /** Numbers what is asked; the list holds the answer to the question of this number, or a later one. */
  let asks = 0;
  let answeredAsk = 0;
  /** Counts events about entities that are not known here: they may be among those below. */
  let missed = 0;
  onReset(() => useIds.setState(empty(), true));

  const ordered = (ids: readonly number[]): readonly number[] =>
    [...new Set(ids)].toSorted((a, b) => b - a).slice(0, max);

  const select = (byId: Readonly<Record<number, T>>, ids: readonly number[] | null): readonly Item[] | null =>
    ids?.map((id) => byId[id]).filter((item) => item !== undefined && belongs(item)) ?? null;
  const items = () => select(table.use.getState().byId, useIds.getState().data);

  const held = createHeldVersion();
  const update = (change: Change<readonly number[]>) => useIds.setState(change);
  const countWanted = () => max ?? Math.max(page.size, items()?.length ?? 0);
  const limitFor = (count: number) => Math.min(Math.max(count, 1), page.max);

  /** The first pages, until they hold as many as wanted. */
  const fetchFirst = async (wanted: number, first?: ListPage<Item>): Promise<Result<ListPage<Item>>> => {
    const found: Item[] = [];
    for (let known = first; ; known = undefined) {
      const range = { before: found.at(-1)?.id, limit: limitFor(wanted - found.length) };
      const answer: Result<ListPage<Item>> = known ? { ok: true, value: known } : await fetch(range);
      if (!answer.ok) return answer;
      const { items: got, has_more } = answer.value;
      found.push(...got);
      if (!has_more || got.length === 0 || found.length >= wanted)
        return mapResult(answer, (last) => ({ ...last, items: found }));
    }
  };

  /** Replaces the list by what `run` fetches. */
  const replace = async (
    run: (take: (answer: ListPage<Item>) => readonly number[]) => Promise<boolean>,
  ): Promise<boolean> => {
    const [asked, missedBefore] = [moment(), missed];
    asks += 1;
    const ask = asks;
    const came = await run((answer) => {
      // What was asked later is answered already, and newer.
      if (ask < answeredAsk) return useIds.getState().data ?? [];
      answeredAsk = ask;
      table.merge(answer.items, asked);
      taken += 1;
      useIds.setState({ beyond: beyondOf(answer) });
      const arrived = table.changedSince(asked).filter(belongs);
      return ordered([...arrived, ...answer.items].map(({ id }) => id));
    });
    if (came && missed !== missedBefore && useIds.getState().beyond > 0) return list.load();
    refill();
    return came;
  };

  const list: List<Item> = {
    useIds,
    async load() {
      const end = held.beginFetch();
      const came = await replace((take) => load(update, () => fetchFirst(countWanted()), take));
      end();
      return came;
    },
    wanted: () => ({ version: held.get(), limit: limitFor(countWanted()) }),
    refresh: (part) =>
      replace((take) => loadPart({ held, part, update }, (first) => fetchFirst(countWanted(), first), take)),
    async loadMore() {
      const { data, beyond, loadingMore } = useIds.getState();
      const before = data?.at(-1);
      if (beyond === 0 || loadingMore || before === undefined) return nothing;
      const [asked, epoch, takenBefore] = [moment(), storesEpoch(), taken];
      useIds.setState({ loadingMore: true });
      const answer = await fetch({ before, limit: page.size });
      if (epoch !== storesEpoch()) return nothing;
      useIds.setState({ loadingMore: false });
      // The list was fetched anew meanwhile: that answer counts.
      if (!answer.ok || taken !== takenBefore) return mapResult(answer, () => undefined);
      const { items: found, has_more } = answer.value;
      table.merge(found, asked);
      useIds.setState((state) => ({
        ...mapData(state, (ids) => ordered([...ids, ...found.map(({ id }) => id)])),
        beyond: has_more ? Math.max(state.beyond - found.length, 1) : 0,
      }));
      // A page that brings nothing new would be asked for without end.
      if (useIds.getState().data?.at(-1) !== before) refill();
      return nothing;
    },
    items,
    restore(rows, beyond) {
      if (useIds.getState().data !== null) return;
      table.merge(
        rows.filter(({ id }) => table.get(id) === undefined),
        moment(),
      );
      useIds.setState({ ...ready(ordered(rows.map(({ id }) => id))), beyond });
    },
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

  const beyondOf = ({ items: found, has_more, total }: ListPage<Item>): number =>
    has_more && max === undefined ? Math.max(total - found.length, 1) : 0;

  function refill(): void {
    const { beyond, status } = useIds.getState();
    if (beyond > 0 && status === 'ready' && (items()?.length ?? 0) < REFILL_BELOW) void list.loadMore();
  }

  table.onChange((item) => {
    if (belongs(item) && useIds.getState().data?.includes(item.id) === false)
      useIds.setState((state) => mapData(state, (ids) => ordered([item.id, ...ids])));
    refill();
  });
  table.onMissed(() => {
    missed += 1;
    const { beyond, status } = useIds.getState();
    if (beyond > 0 && status !== 'loading') void list.load();
  });
  return list;
}

/** What a press on Show more does: the sentence that says why the page did not come, else null. */
export const showMoreOf =
  (list: Pick<List<{ id: number }>, 'loadMore'>, fallback: string) => async (): Promise<string | null> => {
    const answer = await list.loadMore();
    return answer.ok ? null : errorText(answer.error, fallback);
  };

/** What a component shows of a list. */
export interface ListView<Item> extends Loadable<readonly Item[]> {
  /** How many there are, also those that were not fetched; null before the first answer. */
  total: number | null;
  hasMore: boolean;
  loadingMore: boolean;
}

/** A list as a component shows it: its entities, how many there are, and how loading it went. */
export function useList<Item extends { id: number }>(list: List<Item>): ListView<Item> {
  const { status, error, beyond, loadingMore } = list.useIds();
  const data = list.useItems();
  return { status, error, data, total: data && data.length + beyond, hasMore: beyond > 0, loadingMore };
}
