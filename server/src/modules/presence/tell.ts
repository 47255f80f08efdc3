import type { Db } from '../../db/database.js';
import type { DomainEvents } from '../../events.js';
import type { Bus } from '../../lib/bus.js';
import { oneAtATime } from '../../lib/one-at-a-time.js';
import { findPresence } from './queries.js';

/**
 * Tells the presence of members as it is now. One telling at a time, so that of two readings the later one is told last.
 * Whom it failed for is told next time. Nothing is left out because it was told before: another server may have told
 * otherwise meanwhile.
 */
export function createTelling(db: Db, bus: Bus<DomainEvents>): (userIds: Iterable<number>) => Promise<void> {
  const untold = new Set<number>();
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
    for (const userId of userIds) untold.add(userId);
    return untold.size > 0 ? tell() : Promise.resolve();
  };
}
