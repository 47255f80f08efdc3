import { onReset } from './reset';

interface Shown {
  load(): Promise<boolean>;
}

const shown = new Set<Shown>();
onReset(() => shown.clear());

/**
 * Loads lists and says that they are on screen: a refresh fetches them again, until the returned function is called. Use it
 * as an effect. The code of a list that one screen alone shows is then loaded with that screen.
 */
export function showLists(lists: readonly Shown[]): () => void {
  for (const list of lists) {
    shown.add(list);
    void list.load();
  }
  return () => {
    for (const list of lists) shown.delete(list);
  };
}

/** Fetches what is on screen of these lists. False when some of it did not come. */
export async function refreshShownLists(): Promise<boolean> {
  const came = await Promise.all([...shown].map((list) => list.load()));
  return !came.includes(false);
}
