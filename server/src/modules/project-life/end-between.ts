import type { Db } from '../../db/database.js';
import { transact } from '../../db/transaction.js';
import type { DomainEvents } from '../../events.js';
import type { Bus } from '../../lib/bus.js';
import type { Clock } from '../../lib/clock.js';
import { ok } from '../../lib/result.js';
import { updateInboxes } from '../inbox/inbox.js';
import { endOffer, findOffer, listOffersBetween, listOffersOf, type OfferRow } from '../offers/offers.js';
import { lockProject } from '../teams/teams.js';

interface EndOffers {
  /** After a block: those of either of the two to the other. */
  between(a: number, b: number): Promise<void>;
  /** Of a member who is suspended: theirs, and those to them. */
  of(userId: number): Promise<void>;
}

/** Ends hand-overs that are offered, and notifies nobody. */
export function createEndOffers(deps: { db: Db; bus: Bus<DomainEvents>; clock: Clock }): EndOffers {
  const { db, bus, clock } = deps;

  const end = (projectId: number, offerId: number) =>
    transact(db, bus, async (trx, publish) => {
      await lockProject(trx, projectId);
      const offer = await findOffer(trx, projectId);
      if (offer?.id !== offerId) return ok(null);
      await updateInboxes(trx, publish, await endOffer(trx, publish, offer, 'ended'), new Date(clock.nowMs()));
      return ok(null);
    });

  const endAll = async (offers: readonly OfferRow[]) => {
    for (const { id, project_id } of offers) await end(project_id, id);
  };
  return {
    between: async (a, b) => endAll(await listOffersBetween(db, [a, b])),
    of: async (userId) => endAll(await listOffersOf(db, userId)),
  };
}
