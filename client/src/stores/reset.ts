const resets = new Set<() => void>();
let epoch = 0;

/** Registers how one store forgets everything that belongs to a member. Called once per store, at module level. */
export function onReset(reset: () => void): void {
  resets.add(reset);
}

/** Empties every store: at logout, when the member changes, and between tests. */
export function resetStores(): void {
  epoch += 1;
  for (const reset of resets) reset();
}

/** Changes with every reset: an answer to a question of an earlier epoch belongs to somebody else and is dropped. */
export const storesEpoch = (): number => epoch;
