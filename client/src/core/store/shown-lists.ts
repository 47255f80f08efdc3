import { onReset } from './reset';

interface Shown {
  load(): Promise<boolean>;
}

const shown = new Set<Shown>();
onReset(() => shown.clear());

/**
 * Loads lists and marks them as on screen: each refresh fetches them again until the returned function is called. Use
 * it as an effect.
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

/** Fetches the lists on screen again. Returns false if any failed. */
export async function refreshShownLists(): Promise<boolean> {
  const came = await Promise.all([...shown].map((list) => list.load()));
  return !came.includes(false);
}
