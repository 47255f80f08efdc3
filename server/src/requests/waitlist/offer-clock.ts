import type { Db } from '../../platform/db/database.js';
import { transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import { type JobHandler, jobHandler } from '../../platform/jobs/kinds.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { ok } from '../../platform/lib/result.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import { lockProject, publishUpdate } from '../../projects/projects.js';
import { findParties } from '../join-requests/queries.js';
import { lockWaitlist, settleWaitlist } from './line.js';
import { addSeatOfferEnds, seatOfferEnd } from './offer-jobs.js';

/** So many offers one server looks at together. */
const AT_ONCE = 4;

/** Ends an offer that nobody answered in time, and offers its seat to the next in line. Later than that it changes no outcome. */
export function seatOfferEndHandler(deps: { db: Db; bus: Bus<DomainEvents>; clock: Clock }): JobHandler {
  const { db, bus, clock } = deps;

  const look = (requestId: number) =>
    transact(db, bus, async (trx, publish) => {
      const parties = await findParties(trx, requestId);
      const project = parties && (await lockProject(trx, parties.project_id));
      if (!project) return ok(null);
      const at = new Date(clock.nowMs());
      const line = await lockWaitlist(trx, project);
      if (line.length === 0) return ok(null);
      // Only where a clock was set back between the timer and this look.
      const running = line.find(
        ({ id, offered_until }) => id === requestId && offered_until !== null && offered_until > at,
      );
      if (running?.offered_until) await addSeatOfferEnds(trx, publish, [requestId], running.offered_until);
      const untaken = project.max_members - project.member_count;
      const added = await settleWaitlist({ trx, publish, project, at }, line, untaken);
      await updateNotifications(trx, publish, { added }, at);
      if (added.length > 0) await publishUpdate(trx, publish, project.id);
      return ok(null);
    });

  return jobHandler(seatOfferEnd, async ({ request_id }) => void (await look(request_id)), { atOnce: AT_ONCE });
}
