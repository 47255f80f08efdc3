import { isStarting } from '../realtime/connection-status';
import { useSession } from '../session/session';
import type { List } from '../store/list';
import { onReset } from '../store/reset';

/** A store's data in the cache, for a start without a network. */
interface Part<T> {
  /** Unique among the parts. */
  name: string;
  /** Returns the data to cache, of bounded size, or null if there is none. */
  take: () => T | null;
  /** Takes cached data. Data that the store already has stays. */
  show: (cachedData: T) => void;
  subscribe: (listener: () => void) => unknown;
}

const parts: Part<unknown>[] = [];
/** Returns the names of the registered parts, among which no two may be the same. */
export const partNames = (): string[] => parts.map(({ name }) => name);
const listeners = new Set<() => void>();
let cachedData: ReadonlyMap<string, unknown> = new Map();
onReset(() => {
  cachedData = new Map();
});

/**
 * Registers a store's data for the cache. Call it once per store, at module level; a store loaded later gets its cached
 * data then.
 */
export function cachePart<T>(part: Part<T>): void {
  // `show` gets what `take` returned: the database stores structured clones.
  const untyped = part as unknown as Part<unknown>;
  parts.push(untyped);
  part.subscribe(() => {
    for (const listener of listeners) listener();
  });
  // Later on, the page shows the server's answers.
  if (useSession.getState().isCached || isStarting()) show(untyped);
}

function show(part: Part<unknown>): void {
  if (cachedData.has(part.name)) part.show(cachedData.get(part.name));
}

/** Passes the cached data to the stores. */
export function showParts(data: ReadonlyMap<string, unknown>): void {
  cachedData = data;
  for (const part of parts) show(part);
}

/** Returns the stores' data to cache, by name. */
export const partsToCache = (): [string, unknown][] =>
  parts.map(({ name, take }): [string, unknown] => [name, take()]).filter(([, data]) => data !== null);

/** Calls `listener` whenever cached data may have changed, until `signal` aborts. */
export function followParts(listener: () => void, signal: AbortSignal): void {
  listeners.add(listener);
  signal.addEventListener('abort', () => listeners.delete(listener));
}

/** How many rows of a list are cached. */
const ROWS_MAX = 50;

/** Caches the first rows of a list. Call it once per list, at module level. */
export function cacheList<Item extends { id: number }>(name: string, list: List<Item>): void {
  cachePart({
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
