import { create } from 'zustand';
import { callAll } from '../../lib/call-all';
import { endCalls } from '../api/session-end';

const resets = new Set<() => void>();

const useEpoch = create<{ epoch: number }>(() => ({ epoch: 0 }));

/** Registers how a store deletes a member's data. Call it once per store, at module level. */
export function onReset(reset: () => void): void {
  resets.add(reset);
}

/** Empties every store, even if a subscriber of one throws: at logout, when the member changes, and between tests. */
export function resetStores(): void {
  callAll([endCalls, () => useEpoch.setState(({ epoch }) => ({ epoch: epoch + 1 })), ...resets]);
}

/** Changes with each reset. Drop an answer if its call was made in an earlier epoch. */
export const storesEpoch = (): number => useEpoch.getState().epoch;

/** `storesEpoch` as a hook, for a page that stays open over a reset and has to load again. */
export const useStoresEpoch = (): number => useEpoch((state) => state.epoch);
