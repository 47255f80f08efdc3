import { onReset } from './reset';

interface ShownList {
  load(): Promise<boolean>;
}

/** A list's newest read: the number of the next gap when it began, and whether it succeeded. */
interface Read {
  beforeGap: number;
  loaded: Promise<boolean>;
}

/** The lists on screen, by component; several may show the same one. */
const shown = new Set<{ lists: readonly ShownList[] }>();
/** The reads of the lists on screen. */
const reads = new Map<ShownList, Read>();
/** The reads of lists that will be on screen. */
const readAheadLists = new Map<ShownList, Read>();
let nextGap = 0;
onReset(() => {
  shown.clear();
  reads.clear();
  readAheadLists.clear();
});

function read(list: ShownList): Read {
  return { beforeGap: nextGap, loaded: list.load() };
}

/** Loads a list ahead, for a component that will show it. `showLists` then reuses the result unless it failed or there was a gap. */
export async function readAhead(list: ShownList): Promise<boolean> {
  const newRead = read(list);
  readAheadLists.set(list, newRead);
  const isLoaded = await newRead.loaded;
  if (!isLoaded && readAheadLists.get(list) === newRead) readAheadLists.delete(list);
  return isLoaded;
}

/**
 * Loads lists and marks them as on screen: until the returned function is called, each refresh refetches those that may have missed events.
 * Use it as an effect.
 */
export function showLists(lists: readonly ShownList[]): () => void {
  const mine = { lists };
  shown.add(mine);
  for (const list of lists) {
    const newRead = readAheadLists.get(list);
    reads.set(list, newRead?.beforeGap === nextGap ? newRead : read(list));
    readAheadLists.delete(list);
  }
  return () => {
    shown.delete(mine);
    for (const list of lists) if (![...shown].some((other) => other.lists.includes(list))) reads.delete(list);
  };
}

/** Notes that events up to now may have been missed. Lists read later miss none while there is a connection. */
export function noteGap(): void {
  nextGap += 1;
}

/** Refetches the lists on screen that were read before the last gap or failed. Returns false if any fails again. */
export async function catchUpShownLists(): Promise<boolean> {
  const catchUp = async ([list, lastRead]: [ShownList, Read]): Promise<boolean> => {
    if (lastRead.beforeGap === nextGap && (await lastRead.loaded)) return true;
    // It has left the screen, or its member has logged out.
    if (!reads.has(list)) return true;
    const newRead = read(list);
    reads.set(list, newRead);
    return newRead.loaded;
  };
  const results = await Promise.all([...reads].map(catchUp));
  return !results.includes(false);
}

/** Fetches the lists on screen again. Returns false if any failed. */
export function refreshShownLists(): Promise<boolean> {
  noteGap();
  return catchUpShownLists();
}
