import { coreLimits } from '@sangam/shared/core/limits';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { errorText, mapResult, type Result } from '../api/errors';
import { type Change, idle, type Loadable, load, mapData, ready } from './loadable';
import { createHeldVersion, loadPart, type RefreshPart } from './refresh-part';
import { onReset, storesEpoch } from './reset';
import { moment, type Table } from './table';

/** One page of the server's answer, newest first. */
export interface ListPage<Item> {
  items: readonly Item[];
  has_more: boolean;
  /** The total on all pages. */
  total: number;
}

interface ListSpec<T extends { id: number }, Item extends T> {
  table: Table<T>;
  /** Whether an entity is in the list; all are by default. The list follows changes at once. */
  belongs?: (item: T) => item is Item;
  /** Fetches the first page, or the one below the entity `before`. */
  fetch: (range: { before?: number | undefined; limit: number }) => Promise<Result<ListPage<Item>>>;
  /** The size of a page, and its maximum. */
  page?: { size: number; max: number };
  /** Limits the list to this length, without further pages. */
  max?: number;
}

interface ListState extends Loadable<readonly number[]> {
  /** How many entities the server has below the fetched ones. */
  beyond: number;
  loadingMore: boolean;
}

/** The ids of entities that a screen shows together, newest first. */
export interface List<Item extends { id: number }> {
  useIds: UseBoundStore<StoreApi<ListState>>;
  /** Fetches the list again, as far down as it's shown. Loaded items stay on screen. Returns true on success. */
  load(): Promise<boolean>;
  /** The parameters of a refresh. */
  refreshParams(): { version: string | undefined; limit: number };
  /** Like `load`, but uses the first page that a refresh has fetched. */
  refresh(part: RefreshPart<ListPage<Item>>): Promise<boolean>;
  /** Fetches the next page. Does nothing while one is loading or if there is none. */
  loadMore(): Promise<Result<void>>;
  /** The listed entities; null before the first answer. */
  items(): readonly Item[] | null;
  /** Shows cached rows; `beyond` is the number that the server had below them. An existing list and its entities stay. */
  restore(rows: readonly Item[], beyond: number): void;
  /** Calls `listener` when the list or one of its entities may have changed, until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /** `items` as a hook: the same array until one of them changes. */
  useItems: () => readonly Item[] | null;
}

const listPage = { size: coreLimits.listPage, max: coreLimits.listPageMax };
/**
 * Fetches the next page when fewer than these are left, so that a member answering one by one never reaches a false
 * end.
 */
const REFILL_BELOW = 10;
const nothing: Result<void> = { ok: true, value: undefined };

/** Creates a list over a table. The list follows the table, so pass events to the table alone. */
export function createList<T extends { id: number }, Item extends T>(spec: ListSpec<T, Item>): List<Item> {
  const { table, belongs = (_item: T): _item is Item => true, fetch, page = listPage, max } = spec;
  const empty = (): ListState => ({ ...idle(), beyond: 0, loadingMore: false });
  const useIds = create<ListState>(empty);
  const heldVersion = createHeldVersion();
  /** Counts the answers that replaced the list. */
  let answersApplied = 0;
  /** Counts events about unknown entities, which may be among those not fetched. */
  let missed = 0;
  /** The oldest fetched entity, below which the next page begins. After a live change, older entities may be listed too. */
  let oldest: number | undefined;
  onReset(() => useIds.setState(empty(), true));

  const newest = (ids: readonly number[]): readonly number[] =>
    [...new Set(ids)].toSorted((a, b) => b - a).slice(0, max);
  const select = (byId: Readonly<Record<number, T>>, ids: readonly number[] | null): readonly Item[] | null =>
    ids?.map((id) => byId[id]).filter((item) => item !== undefined && belongs(item)) ?? null;
  const items = () => select(table.use.getState().byId, useIds.getState().data);
  const update = (change: Change<readonly number[]>) => useIds.setState(change);

  const countWanted = () => max ?? Math.max(page.size, items()?.length ?? 0);
  const limitFor = (count: number) => Math.min(Math.max(count, 1), page.max);
  const beyondOf = ({ items: found, has_more, total }: ListPage<Item>): number =>
    has_more && max === undefined ? Math.max(total - found.length, 1) : 0;

  /** Fetches the first pages until they hold `wantedCount` items. */
  async function fetchFirst(wantedCount: number, first?: ListPage<Item>): Promise<Result<ListPage<Item>>> {
    const found: Item[] = [];
    for (let known = first; ; known = undefined) {
      const range = { before: found.at(-1)?.id, limit: limitFor(wantedCount - found.length) };
      const answer: Result<ListPage<Item>> = known ? { ok: true, value: known } : await fetch(range);
      if (!answer.ok) return answer;
      const { items: pageItems, has_more } = answer.value;
      found.push(...pageItems);
      if (!has_more || pageItems.length === 0 || found.length >= wantedCount)
        return mapResult(answer, (last) => ({ ...last, items: found }));
    }
  }

  /** Replaces the list with the answer that `run` passes to `take`. */
  async function replace(
    run: (take: (answer: ListPage<Item>) => readonly number[]) => Promise<boolean>,
  ): Promise<boolean> {
    const [startedAt, missedBefore] = [moment(), missed];
    const isLoaded = await run((answer) => {
      table.merge(answer.items, startedAt);
      answersApplied += 1;
      oldest = answer.items.at(-1)?.id;
      useIds.setState({ beyond: beyondOf(answer) });
      const arrived = table.changedSince(startedAt).filter(belongs);
      return newest([...arrived, ...answer.items].map(({ id }) => id));
    });
    if (isLoaded && missed !== missedBefore && useIds.getState().beyond > 0) return reload();
    refill();
    return isLoaded;
  }

  async function reload(): Promise<boolean> {
    const endFetch = heldVersion.startFetch();
    const isLoaded = await replace((take) => load(update, () => fetchFirst(countWanted()), take));
    endFetch();
    return isLoaded;
  }

  async function loadMore(): Promise<Result<void>> {
    const { beyond, loadingMore } = useIds.getState();
    const before = oldest;
    if (beyond === 0 || loadingMore || before === undefined) return nothing;
    const [startedAt, epoch, appliedBefore] = [moment(), storesEpoch(), answersApplied];
    useIds.setState({ loadingMore: true });
    const answer = await fetch({ before, limit: page.size });
    if (epoch !== storesEpoch()) return nothing;
    useIds.setState({ loadingMore: false });
    // The list was fetched again in the meantime, and that answer counts.
    const isOvertaken = answersApplied !== appliedBefore;
    if (answer.ok && !isOvertaken) {
      const { items: found, has_more } = answer.value;
      table.merge(found, startedAt);
      oldest = found.at(-1)?.id ?? oldest;
      useIds.setState((state) => ({
        ...mapData(state, (ids) => newest([...ids, ...found.map(({ id }) => id)])),
        beyond: has_more ? Math.max(state.beyond - found.length, 1) : 0,
      }));
    }
    // Stop if the page brought nothing new, or it would be fetched forever.
    if (isOvertaken || oldest !== before) refill();
    return mapResult(answer, () => undefined);
  }

  function refill(): void {
    const { beyond, status } = useIds.getState();
    if (beyond > 0 && status === 'ready' && (items()?.length ?? 0) < REFILL_BELOW) void loadMore();
  }

  table.onChange((item) => {
    if (belongs(item) && useIds.getState().data?.includes(item.id) === false)
      useIds.setState((state) => mapData(state, (ids) => newest([item.id, ...ids])));
    refill();
  });
  table.onMissed(() => {
    missed += 1;
    const { beyond, status } = useIds.getState();
    if (beyond > 0 && status !== 'loading') void reload();
  });

  return {
    useIds,
    load: reload,
    refreshParams: () => ({ version: heldVersion.get(), limit: limitFor(countWanted()) }),
    refresh: (part) =>
      replace((take) => loadPart({ heldVersion, part, update }, (first) => fetchFirst(countWanted(), first), take)),
    loadMore,
    items,
    restore(rows, beyond) {
      if (useIds.getState().data !== null) return;
      table.merge(
        rows.filter(({ id }) => table.get(id) === undefined),
        moment(),
      );
      oldest = rows.at(-1)?.id;
      useIds.setState({ ...ready(newest(rows.map(({ id }) => id))), beyond });
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
}

/** Handles a press on Show more. Returns an error message, or null on success. */
export const showMoreOf =
  (list: Pick<List<{ id: number }>, 'loadMore'>, fallback: string) => async (): Promise<string | null> => {
    const answer = await list.loadMore();
    return answer.ok ? null : errorText(answer.error, fallback);
  };

/** A list as a component shows it. */
export interface ListView<Item> extends Loadable<readonly Item[]> {
  /** The total, including those not fetched; null before the first answer. */
  total: number | null;
  hasMore: boolean;
  loadingMore: boolean;
}

/** Returns a list for a component: its entities, the total and the loading state. */
export function useList<Item extends { id: number }>(list: List<Item>): ListView<Item> {
  const { status, error, beyond, loadingMore } = list.useIds();
  const data = list.useItems();
  return { status, error, data, total: data && data.length + beyond, hasMore: beyond > 0, loadingMore };
}
