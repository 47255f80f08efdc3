import type { Db } from '../../db/database.js';
import { transact } from '../../db/transaction.js';
import type { DomainEvents } from '../../events.js';
import type { Bus } from '../../lib/bus.js';
import type { Clock } from '../../lib/clock.js';
import { ok } from '../../lib/result.js';
import { updateInboxes } from '../inbox/inbox.js';
import { endOffer, findOffer, listOffersBetween } from '../offers/offers.js';
import { lockProject } from '../teams/teams.js';

/** After a block: hand-overs that one of the two offers the other end, and neither is notified. */
export type EndOffersBetween = (a: number, b: number) => Promise<void>;

export function createEndOffersBetween(deps: { db: Db; bus: Bus<DomainEvents>; clock: Clock }): EndOffersBetween {
  const { db, bus, clock } = deps;

  const end = (projectId: number, offerId: number) =>
    transact(db, bus, async (trx, publish) => {
      await lockProject(trx, projectId);
      const offer = await findOffer(trx, projectId);
      if (offer?.id !== offerId) return ok(null);
      await updateInboxes(trx, publish, await endOffer(trx, publish, offer, 'ended'), new Date(clock.nowMs()));
      return ok(null);
    });

  return async (a, b) => {
    for (const { id, project_id } of await listOffersBetween(db, [a, b])) await end(project_id, id);
  };
}
