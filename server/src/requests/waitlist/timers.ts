import { waitRemindersAt } from '@sangam/shared/requests/deadline';
import { type ActDeps, transact } from '../../platform/db/transaction.js';
import { type JobHandler, jobHandler } from '../../platform/jobs/jobs.js';
import { isOver } from '../../platform/lib/deadline.js';
import { ok } from '../../platform/lib/result.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import { lockProject, type ProjectChange, publishUpdate } from '../../projects/projects.js';
import { CHECKS_AT_ONCE } from '../kinds/deadline.js';
import { toRequester } from '../kinds/notifications.js';
import { findParties, setRemindersSent } from '../kinds/queries.js';
import { stageIn } from './plan.js';
import { findRemindersSent } from './queries.js';
import { addSeatOfferEnds, addWaitChecks, lockWaitlist, seatOfferEnd, settleWaitlist, waitCheck } from './waitlist.js';

/** Ends an expired seat offer and offers its seat to the next request. Running late doesn't change the outcome. */
export function seatOfferEndHandler({ db, bus, clock }: ActDeps): JobHandler {
  const end = (requestId: number) =>
    transact(db, bus, async (trx, publish) => {
      const parties = await findParties(trx, 'join_requests', requestId);
      const project = parties && (await lockProject(trx, parties.project_id));
      if (!project) return ok(null);
      const at = clock.now();
      const waitlist = await lockWaitlist(trx, project);
      if (waitlist.length === 0) return ok(null);
      // The offer is still open only if the clock was set back after the timer ran.
      const open = waitlist.find(
        ({ id, offered_until }) => id === requestId && offered_until !== null && !isOver(offered_until, at),
      );
      if (open?.offered_until) await addSeatOfferEnds(trx, publish, [requestId], open.offered_until);
      const added = await settleWaitlist({ trx, publish, project, at }, waitlist);
      await updateNotifications(trx, publish, { added }, at);
      if (added.length > 0) await publishUpdate(trx, publish, project.id);
      return ok(null);
    });

  return jobHandler(seatOfferEnd, async ({ request_id }) => void (await end(request_id)), { atOnce: CHECKS_AT_ONCE });
}

/**
 * Asks a member on the waitlist whether they are still interested, and ends their request once the time is over. Running late doesn't
 * change the outcome.
 */
export function waitHandler({ db, bus, clock }: ActDeps): JobHandler {
  const check = (requestId: number) =>
    transact(db, bus, async (trx, publish) => {
      const parties = await findParties(trx, 'join_requests', requestId);
      const project = parties && (await lockProject(trx, parties.project_id));
      if (!project) return ok(null);
      const change: ProjectChange = { trx, publish, project, at: clock.now() };
      const waitlist = await lockWaitlist(trx, project);
      const entry = waitlist.find(({ id }) => id === requestId);
      if (!entry?.waits_until) return ok(null);
      if (stageIn(waitlist, requestId, change.at) === 'lapsed') {
        const added = await settleWaitlist(change, waitlist);
        await updateNotifications(trx, publish, { added }, change.at);
        await publishUpdate(trx, publish, project.id);
        return ok(null);
      }
      const times = waitRemindersAt(entry.waits_until.getTime());
      const due = times.filter((ms) => ms <= change.at.getTime()).length;
      await addWaitChecks(trx, publish, [requestId], new Date(times[due] ?? entry.waits_until));
      if (due > (await findRemindersSent(trx, requestId))) {
        await setRemindersSent(trx, 'join_requests', requestId, due);
        const kind = due < times.length ? 'waitlist:reminder' : 'waitlist:last_day';
        const added = [{ ...toRequester('request', kind, project, entry), actor_id: null }];
        await updateNotifications(trx, publish, { added }, change.at);
      }
      return ok(null);
    });

  return jobHandler(waitCheck, async ({ request_id }) => void (await check(request_id)), { atOnce: CHECKS_AT_ONCE });
}
