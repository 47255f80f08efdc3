import { oneAtATime } from '@sangam/shared/core/one-at-a-time';
import type { Db } from '../../platform/db/database.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { findPresence } from './queries.js';

/**
 * Broadcasts the current presence of members. One broadcast runs at a time, so the later of two readings is sent last. A
 * failed one is repeated by the next call. Unchanged presence is sent, too: another server may have sent something else
 * meanwhile. With `others`, the first call after `repeatAfterMs` repeats the broadcast, since an older reading of another
 * server may have arrived after this one.
 */
export function createPresenceBroadcast(deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  others: boolean;
  repeatAfterMs: number;
}): (userIds: Iterable<number>) => Promise<void> {
  const { db, bus, clock, others, repeatAfterMs } = deps;
  const pending = new Set<number>();
  const repeatAtMs = new Map<number, number>();

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
      pending.add(userId);
    }
    for (const userId of userIds) {
      pending.add(userId);
      if (others) repeatAtMs.set(userId, nowMs + repeatAfterMs);
    }
    return pending.size > 0 ? broadcast() : Promise.resolve();
  };
}
