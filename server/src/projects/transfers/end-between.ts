import type { BlockHooks } from '../../contact/contact.js';
import type { Db } from '../../platform/db/database.js';
import { transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { ok } from '../../platform/lib/result.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import { lockProject } from '../teams/teams.js';
import { endTransfer } from './ends.js';
import type { TransferRow } from './present.js';
import { findTransfer, listTransfersBetween, listTransfersOf } from './queries.js';

interface EndTransfers {
  /** After a block: those of either of the two to the other. */
  between(a: number, b: number): Promise<void>;
  /** Of a member who is suspended: theirs, and those to them. */
  of(userId: number): Promise<void>;
}

/** Ends hand-overs that are offered, and notifies nobody. */
export function createEndTransfers(deps: { db: Db; bus: Bus<DomainEvents>; clock: Clock }): EndTransfers {
  const { db, bus, clock } = deps;

  const end = (projectId: number, offerId: number) =>
    transact(db, bus, async (trx, publish) => {
      await lockProject(trx, projectId);
      const offer = await findTransfer(trx, projectId);
      if (offer?.id !== offerId) return ok(null);
      await updateNotifications(trx, publish, await endTransfer(trx, publish, offer, 'ended'), new Date(clock.nowMs()));
      return ok(null);
    });

  const endAll = async (offers: readonly TransferRow[]) => {
    for (const { id, project_id } of offers) await end(project_id, id);
  };
  return {
    between: async (a, b) => endAll(await listTransfersBetween(db, [a, b])),
    of: async (userId) => endAll(await listTransfersOf(db, userId)),
  };
}

/** Ends transfers that are offered between two members once one blocks the other. */
export const createProjectBlockHooks = (deps: { db: Db; bus: Bus<DomainEvents>; clock: Clock }): BlockHooks => ({
  afterBlock: ({ userId, otherId }) => createEndTransfers(deps).between(userId, otherId),
});
