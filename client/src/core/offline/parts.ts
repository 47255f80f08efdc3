import { useSession } from '../session/session';
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
