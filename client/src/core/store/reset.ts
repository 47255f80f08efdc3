import { create } from 'zustand';

const resets = new Set<() => void>();

const useEpoch = create<{ epoch: number }>(() => ({ epoch: 0 }));

/** Registers how one store forgets everything that belongs to a member. Called once per store, at module level. */
export function onReset(reset: () => void): void {
  resets.add(reset);
}

/** Empties every store: at logout, when the member changes, and between tests. */
export function resetStores(): void {
  useEpoch.setState(({ epoch }) => ({ epoch: epoch + 1 }));
  for (const reset of resets) reset();
}

/** Changes with every reset: an answer to a question of an earlier epoch belongs to somebody else and is dropped. */
export const storesEpoch = (): number => useEpoch.getState().epoch;

/** The same for a page that stays open over a reset: what it had loaded is gone, and it loads anew. */
export const useStoresEpoch = (): number => useEpoch((state) => state.epoch);
