import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { shallow } from 'zustand/shallow';
import { onReset } from './reset';

/** A point in the order of live changes. */
export type Moment = number;

let clock: Moment = 0;
let resetAt: Moment = 0;
onReset(() => {
  resetAt = nextMoment();
});

/** Returns the current moment. Call it before sending a request: live changes after it are newer than the answer. */
export const moment = (): Moment => clock;

/** Begins a new moment, at which something changes live. */
export function nextMoment(): Moment {
  clock += 1;
  return clock;
}

/** Some fields of an entity. */
export type Patch<T> = { [F in keyof T]?: T[F] | undefined };

type ById<T> = Readonly<Record<number, T>>;

/** The single store of an entity, read by all screens and lists. */
export interface Table<T extends { id: number }> {
  /** The hook; its selectors read `byId`. */
  use: UseBoundStore<StoreApi<{ byId: ById<T> }>>;
  get(id: number): T | undefined;
  /**
   * Stores an entity from an event, or from the answer to the member's own write; both are newer than all pending reads. For a write, pass
   * the moment before it was sent, since events during it are newer than its answer.
   */
  upsert(item: T, startedAt?: Moment): void;
  /** Removes an entity. Neither an event nor the answer to an earlier request brings it back, only the answer to a later one. */
  remove(id: number): void;
  /** Whether the entity was removed: its events are ignored until an answer brings it back. */
  isRemoved(id: number): boolean;
  /** Removes entities that the member may no longer see. An answer may bring them back. */
  forget(isForgotten: (item: T) => boolean): void;
  /** Stores some fields from an event; `undefined` clears a field. Fields of an unknown entity are kept for the answer that brings it. */
  patch(id: number, fields: Patch<T>): void;
  /**
   * Stores the answer to a read sent at `startedAt`. Fields changed live since then stay. Drops the answer if the stores were reset in the
   * meantime.
   */
  merge(items: readonly T[], startedAt: Moment): void;
  /** Returns the known entities that changed live after `startedAt`. */
  changedSince(startedAt: Moment): T[];
  /** Calls `listener` with each entity that changes live, until the returned function is called. */
  onChange(listener: (item: T) => void): () => void;
  /** Calls `listener` when an event with some fields concerns an unknown entity. */
  onMissed(listener: () => void): void;
  /**
   * Registers fields that follow something else, such as a member's name: `fields` returns those that are newer than an answer. Each gets the
   * item with the fields of those registered before.
   */
  follow(fields: (item: T, startedAt: Moment) => Patch<T>): void;
}

/** The newest value of each field that events have changed, and when. */
interface LiveFields<T> {
  values: Patch<T>;
  changedAt: Map<string, Moment>;
}

/**
 * Creates an empty table, which every reset of the stores empties again. `absent` returns the values of the fields that the server has left
 * out of an item.
 */
export function createTable<T extends { id: number }>(absent: (item: T) => Patch<T> = () => ({})): Table<T> {
  const use = create<{ byId: ById<T> }>(() => ({ byId: {} }));
  const live = new Map<number, LiveFields<T>>();
  const listeners = new Set<(item: T) => void>();
  const missedListeners = new Set<() => void>();
  const removed = new Map<number, Moment>();
  const followed: ((item: T, startedAt: Moment) => Patch<T>)[] = [];
  onReset(() => {
    live.clear();
    removed.clear();
    use.setState({ byId: {} });
  });

  const get = (id: number): T | undefined => use.getState().byId[id];

  const changedAfter = (id: number, startedAt: Moment): Patch<T> => {
    const known = live.get(id);
    if (known === undefined) return {};
    const newer = Object.entries(known.values).filter(([field]) => (known.changedAt.get(field) ?? 0) > startedAt);
    return Object.fromEntries(newer) as Patch<T>;
  };

  /** Returns an answer's item with all that is newer. */
  const newestOf = (item: T, startedAt: Moment): T => {
    const newest = { ...item };
    for (const fields of followed) Object.assign(newest, fields(newest, startedAt));
    return Object.assign(newest, changedAfter(item.id, startedAt));
  };

  const noteLive = (id: number, fields: Patch<T>): void => {
    nextMoment();
    const known = live.get(id) ?? { values: {}, changedAt: new Map() };
    Object.assign(known.values, fields);
    for (const field of Object.keys(fields)) known.changedAt.set(field, clock);
    live.set(id, known);
  };

  /** An unchanged entity keeps its identity, so that its components don't render again. */
  const put = (items: readonly T[]): void => {
    const { byId } = use.getState();
    const changed = items
      .filter(({ id }) => !removed.has(id))
      .map((item) => ({ ...byId[item.id], ...absent(item), ...item }))
      .filter((item) => !isSame(byId[item.id], item))
      .map((item) => [item.id, item] as const);
    if (changed.length > 0) use.setState({ byId: { ...byId, ...Object.fromEntries(changed) } });
  };

  const announce = (id: number): void => {
    const item = get(id);
    if (item !== undefined) for (const listener of listeners) listener(item);
  };

  return {
    use,
    get,
    upsert(item, startedAt = clock) {
      if (startedAt < resetAt) return;
      const newest = newestOf(item, startedAt);
      noteLive(item.id, newest);
      put([newest]);
      announce(item.id);
    },
    remove(id) {
      removed.set(id, nextMoment());
      live.delete(id);
      const { [id]: _, ...others } = use.getState().byId;
      use.setState({ byId: others });
    },
    isRemoved: (id) => removed.has(id),
    forget(isForgotten) {
      const all = Object.values(use.getState().byId);
      for (const { id } of all.filter(isForgotten)) live.delete(id);
      const others = all.filter((item) => !isForgotten(item)).map((item) => [item.id, item] as const);
      if (others.length < all.length) use.setState({ byId: Object.fromEntries(others) });
    },
    patch(id, fields) {
      noteLive(id, fields);
      const known = get(id);
      if (known !== undefined) put([{ ...known, ...fields }]);
      else for (const listener of missedListeners) listener();
      announce(id);
    },
    merge(items, startedAt) {
      if (startedAt < resetAt) return;
      for (const { id } of items) if ((removed.get(id) ?? 0) <= startedAt) removed.delete(id);
      put(items.map((item) => newestOf(item, startedAt)));
    },
    changedSince: (startedAt) =>
      [...live]
        .filter(([, { changedAt }]) => Math.max(...changedAt.values()) > startedAt)
        .flatMap(([id]) => get(id) ?? []),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onMissed: (listener) => void missedListeners.add(listener),
    follow: (fields) => void followed.push(fields),
  };
}

const isSame = <T extends object>(before: T | undefined, after: T): boolean =>
  before !== undefined &&
  shallow(Object.keys(before), Object.keys(after)) &&
  Object.entries(after).every(([field, value]) => shallow(before[field as keyof T], value));
