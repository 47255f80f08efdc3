import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import { saveLastActive } from './queries.js';

/** When members were last active, collected and written together. */
export interface LastActive {
  /** Never in the future, since a client's clock may be wrong, and never back. */
  note(userId: number, atMs: number): void;
  save(): Promise<void>;
}

export function createLastActive(db: Db, clock: Clock): LastActive {
  let seen = new Map<number, number>();
  return {
    note(userId, claimedMs) {
      const atMs = Math.min(claimedMs, clock.nowMs());
      if (atMs > (seen.get(userId) ?? 0)) seen.set(userId, atMs);
    },
    async save() {
      if (seen.size === 0) return;
      const batch = seen;
      seen = new Map();
      try {
        await saveLastActive(db, batch);
      } catch (error) {
        // Kept for the next attempt, unless a newer time has been noted since.
        seen = new Map([...batch, ...seen]);
        throw error;
      }
    },
  };
}
