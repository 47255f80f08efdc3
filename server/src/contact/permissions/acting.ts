import type { Db, Trx } from '../../platform/db/database.js';
import { type Publish, transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Result } from '../../platform/lib/result.js';
import { refuseActing } from './acting.queries.js';

/**
 * Runs a member's action that others will see. The session was checked earlier, maybe on a server that doesn't know of its end yet. So the
 * action either commits before the member's suspension or deletion, which then ends or hides its result, or is refused with UNAUTHORIZED.
 */
export const transactAs = <T>(
  { db, bus, userId }: { db: Db; bus: Bus<DomainEvents>; userId: number },
  work: (trx: Trx, publish: Publish) => Promise<Result<T>>,
): Promise<Result<T>> =>
  transact(db, bus, async (trx, publish) => (await refuseActing(trx, userId)) ?? work(trx, publish));
