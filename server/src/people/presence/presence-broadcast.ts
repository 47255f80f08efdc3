import { oneAtATime } from '@sangam/shared/core/one-at-a-time';
import type { ActDeps } from '../../platform/db/transaction.js';
import { findPresence } from './queries.js';

/**
 * Broadcasts members' current presence. One broadcast runs at a time, so that the latest reading is sent last; the next call retries a
 * failed broadcast. Unchanged presence is sent too, since another server may have sent an older reading. With `hasOtherServers`, the first call
 * after `repeatAfterMs` repeats the broadcast, since an older reading may have arrived after it. Since each broadcast goes to everyone who
 * sees the member, changes within `apartMs` after one share the next, which the first call after that time sends. So it must be called
 * regularly, also without members.
 */
export function createPresenceBroadcast(
  deps: ActDeps & {
    hasOtherServers: boolean;
    repeatAfterMs: number;
    apartMs: number;
  },
): (userIds: Iterable<number>) => Promise<void> {
  const { db, bus, clock, hasOtherServers, repeatAfterMs, apartMs } = deps;
  const pending = new Set<number>();
  const repeatAtMs = new Map<number, number>();
  const waiting = new Set<number>();
  /** When members were last broadcast. */
  const lastAtMs = new Map<number, number>();

  const broadcast = oneAtATime(async () => {
    const userIds = [...pending];
    pending.clear();
    try {
      for (const presence of await findPresence(db, userIds)) bus.publish('presence:changed', presence);
    } catch (error) {
      for (const userId of userIds) pending.add(userId);
      throw error;
    }
  });

  return (userIds) => {
    const nowMs = clock.monotonicMs();
    for (const [userId, atMs] of repeatAtMs) {
      if (atMs > nowMs) continue;
      repeatAtMs.delete(userId);
      waiting.add(userId);
    }
    for (const userId of userIds) {
      waiting.add(userId);
      if (hasOtherServers) repeatAtMs.set(userId, nowMs + repeatAfterMs);
    }
    for (const [userId, atMs] of lastAtMs) if (nowMs - atMs >= apartMs) lastAtMs.delete(userId);
    for (const userId of waiting) {
      if (lastAtMs.has(userId)) continue;
      waiting.delete(userId);
      pending.add(userId);
      lastAtMs.set(userId, nowMs);
    }
    return pending.size > 0 ? broadcast() : Promise.resolve();
  };
}
