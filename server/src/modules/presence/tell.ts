import { oneAtATime } from '@sangam/shared/rules/one-at-a-time';
import type { Db } from '../../db/database.js';
import type { DomainEvents } from '../../events.js';
import type { Bus } from '../../lib/bus.js';
import type { Clock } from '../../lib/clock.js';
import { findPresence } from './queries.js';

/**
 * Tells the presence of members as it is now. One telling at a time, so that of two readings the later one is told last.
 * Whom it failed for is told next time. Nothing is left out because it was told before: another server may have told
 * otherwise meanwhile. Beside `others`, the first call after a second tells once more, since an older reading of another
 * server's may have arrived after a newer one of this server's.
 */
export function createTelling(deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  others: boolean;
  repeatAfterMs: number;
}): (userIds: Iterable<number>) => Promise<void> {
  const { db, bus, clock, others, repeatAfterMs } = deps;
  const untold = new Set<number>();
  const againAtMs = new Map<number, number>();

  const tell = oneAtATime(async () => {
    const userIds = [...untold];
    untold.clear();
    try {
      for (const presence of await findPresence(db, userIds)) bus.publish('presence:changed', presence);
    } catch (error) {
      for (const userId of userIds) untold.add(userId);
      throw error;
    }
  });

  return (userIds) => {
    const nowMs = clock.nowMs();
    for (const [userId, atMs] of againAtMs) {
      if (atMs > nowMs) continue;
      againAtMs.delete(userId);
      untold.add(userId);
    }
    for (const userId of userIds) {
      untold.add(userId);
      if (others) againAtMs.set(userId, nowMs + repeatAfterMs);
    }
    return untold.size > 0 ? tell() : Promise.resolve();
  };
}
