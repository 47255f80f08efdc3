import { useSession } from '../session/session';
import type { List } from '../store/list';
import { onReset } from '../store/reset';

/** What one store keeps in the browser for a start without a network. */
interface Part<T> {
  name: string;
  /** What is kept now, of bounded size; null while there is nothing. */
  take: () => T | null;
  /** Takes in what was kept; what the store already has stays. */
  show: (kept: T) => void;
  subscribe: (listener: () => void) => unknown;
}

const parts = new Map<string, Part<unknown>>();
const listeners = new Set<() => void>();
let kept: ReadonlyMap<string, unknown> = new Map();
onReset(() => {
  kept = new Map();
});

/** Registers what a store keeps. Called once per store, at module level; a store that is loaded later gets its data then. */
export function keepPart<T>(part: Part<T>): void {
  // What `take` returned is what `show` is given: the database stores structured clones.
  const known = part as unknown as Part<unknown>;
  parts.set(part.name, known);
  part.subscribe(() => {
    for (const listener of listeners) listener();
  });
  // Later there are answers of the server that are newer.
  if (useSession.getState().isKept) show(known);
}

function show(part: Part<unknown>): void {
  if (kept.has(part.name)) part.show(kept.get(part.name));
}

/** Hands what was kept to the stores. */
export function showParts(data: ReadonlyMap<string, unknown>): void {
  kept = data;
  for (const part of parts.values()) show(part);
}

/** What the stores have to keep now, by name. */
export const takeParts = (): [string, unknown][] =>
  [...parts.values()].map(({ name, take }) => [name, take()] as [string, unknown]).filter(([, data]) => data !== null);

/** Calls `listener` whenever something that is kept may have changed, until `signal` aborts. */
export function followParts(listener: () => void, signal: AbortSignal): void {
  listeners.add(listener);
  signal.addEventListener('abort', () => listeners.delete(listener));
}

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

/** One of many that are kept, those that were opened last. Its key begins with the member. */
export interface KeptRow {
  member: number;
  id: number;
  openedAtMs: number;
}

/** What one store keeps a row each of in the browser, for a start without a network. */
export interface KeptRows<Row extends KeptRow = KeptRow> {
  /** The object store of the database. Another name needs another format (`database.ts`). */
  name: string;
  /** So many are kept. */
  max: number;
  /** The one on screen; null for none. */
  openId(): number | null;
  subscribe(listener: () => void): () => void;
  /** What is known of one now: another object after each change. */
  current(id: number): object | undefined;
  /** The same as it is kept, of bounded size; null while it shows nothing. */
  toRow(member: number, id: number, openedAtMs: number): Row | null;
  /** True when the first shows more than the second: another tab that is behind does not replace it. */
  isNewer(known: Row, row: Row): boolean;
  /** Puts rows into the store; one that is there already stays. */
  show(rows: readonly Row[]): void;
}
