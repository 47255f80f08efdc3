import { waitRemindersAt } from '@sangam/shared/requests/deadline';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { requestServerLimits } from '@sangam/shared/requests/limits';
import { transactAs } from '../../contact/contact.js';
import { type ActDeps, transact } from '../../platform/db/transaction.js';
import { type JobHandler, jobHandler } from '../../platform/jobs/jobs.js';
import { untilAfter } from '../../platform/lib/deadline.js';
import type { Member } from '../../platform/lib/member.js';
import { ok, type Result } from '../../platform/lib/result.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import { lockProject, type ProjectChange, publishUpdate } from '../../projects/projects.js';
import { withoutActor } from '../join-requests/notifications.js';
import { presentJoinRequest } from '../join-requests/present.js';
import * as queries from '../join-requests/queries.js';
import { CHECKS_AT_ONCE } from '../kinds/deadline.js';
import { keyOf } from '../kinds/notifications.js';
import { findParties, setRemindersSent } from '../kinds/queries.js';
import { stageIn } from '../waitlist/plan.js';
import { extendWait, findRemindersSent } from '../waitlist/queries.js';
import { addWaitChecks, lockWaitlist, publishWaitlist, settleWaitlist, waitCheck } from '../waitlist/waitlist.js';
import { openAsRequester } from './open.js';

/**
 * The member is still interested: their time on the waitlist begins again. NOT_ON_WAITLIST, ALREADY_DECIDED, and WAITLIST_LAPSED once it
 * is over.
 */
export type Stay = (member: Member, id: number) => Promise<Result<JoinRequest>>;

export function createStay({ db, bus, clock }: ActDeps): Stay {
  return (member, id) =>
    transactAs({ db, bus, userId: member.id }, async (trx, publish) => {
      const opened = await openAsRequester(trx, publish, { member, id, act: 'stay', clock });
      if (!opened.ok) return opened;
      const { change, waitlist } = opened.value;
      const { project, at } = change;
      const wasReminded = (await findRemindersSent(trx, id)) > 0;
      const until = untilAfter(at, requestServerLimits.waitMs);
      const placed = [await extendWait(trx, id, until)];
      await addWaitChecks(trx, publish, [id], new Date(waitRemindersAt(until.getTime())[0]));
      publishWaitlist(publish, project, { waitlist, placed });
      // Not only read, so that the next reminder is a new one.
      const dropped = wasReminded ? [{ user_id: member.id, key: keyOf('request', id) }] : [];
      await updateNotifications(trx, publish, { dropped }, at);
      return ok(presentJoinRequest(await queries.findJoinRequest(trx, id)));
    });
}

/**
 * Asks a member on the waitlist whether they are still interested, and ends their request once its time is over. Running late changes no
 * outcome.
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
        await updateNotifications(trx, publish, { added: [withoutActor(kind, project, entry)] }, change.at);
      }
      return ok(null);
    });

  return jobHandler(waitCheck, async ({ request_id }) => void (await check(request_id)), { atOnce: CHECKS_AT_ONCE });
}
