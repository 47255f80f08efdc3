import { onReset } from './reset';

interface Shown {
  load(): Promise<boolean>;
}

/** A list's newest read: the number of the next gap when it began, and whether it succeeded. */
interface Read {
  beforeGap: number;
  came: Promise<boolean>;
}

const shown = new Map<Shown, Read>();
/** The reads of lists that will be on screen. */
const ahead = new Map<Shown, Read>();
let nextGap = 0;
onReset(() => {
  shown.clear();
  ahead.clear();
});

function read(list: Shown): Read {
  return { beforeGap: nextGap, came: list.load() };
}

/** Loads a list ahead, for a component that will show it. `showLists` then reuses the result unless there was a gap. */
export function readAhead(list: Shown): Promise<boolean> {
  const first = read(list);
  ahead.set(list, first);
  return first.came;
}

/**
 * Loads lists and marks them as on screen: until the returned function is called, each refresh refetches those that may have missed events.
 * Use it as an effect.
 */
export function showLists(lists: readonly Shown[]): () => void {
  for (const list of lists) {
    const first = ahead.get(list);
    shown.set(list, first?.beforeGap === nextGap ? first : read(list));
    ahead.delete(list);
  }
  return () => {
    for (const list of lists) shown.delete(list);
  };
}

/** Notes that events up to now may have been missed. Lists read later miss none while there is a connection. */
export function noteGap(): void {
  nextGap += 1;
}

/** Refetches the lists on screen that were read before the last gap or failed. Returns false if any fails again. */
export async function catchUpShownLists(): Promise<boolean> {
  const catchUp = async ([list, last]: [Shown, Read]): Promise<boolean> => {
    if (last.beforeGap === nextGap && (await last.came)) return true;
    const again = read(list);
    if (shown.has(list)) shown.set(list, again);
    return again.came;
  };
  const came = await Promise.all([...shown].map(catchUp));
  return !came.includes(false);
}

/** Fetches the lists on screen again. Returns false if any failed. */
export function refreshShownLists(): Promise<boolean> {
  noteGap();
  return catchUpShownLists();
}
