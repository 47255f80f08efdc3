import { dayMs } from '@sangam/shared/core/limits';
import { Id, Strict } from '@sangam/shared/core/schemas';
import { answerClock, remindersAt } from '@sangam/shared/requests/deadline';
import type { Trx } from '../../platform/db/database.js';
import { type Publish, transact } from '../../platform/db/transaction.js';
import { addJobs, type JobHandler, jobHandler, jobKind } from '../../platform/jobs/jobs.js';
import { ok } from '../../platform/lib/result.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import { type ActDeps, type LockedProject, lockProject } from '../../projects/projects.js';
import { endUnanswered } from './ends.js';
import { reminderOf } from './notifications.js';
import * as queries from './queries.js';

/** Sends a due reminder of a pending request, or ends it. Each request has one job, which moves on each time. */
const requestDeadline = jobKind('request:clock', Strict({ request_id: Id }));

/** The number of requests that one server checks at the same time. */
const AT_ONCE = 4;

/** The deadline of a new request to the project. */
export function deadlineFrom({ answer_days }: LockedProject, nowMs: number): queries.Deadline {
  const { fromMs, byMs } = answerClock(nowMs, answer_days);
  return { answer_from: new Date(fromMs), answer_by: new Date(byMs) };
}

/** Schedules the next reminder of requests, or their end. `sent`: the number of reminders so far. */
export async function addDeadlineChecks(
  trx: Trx,
  publish: Publish,
  requestIds: readonly number[],
  { answer_from, answer_by }: queries.Deadline,
  sent = 0,
): Promise<void> {
  const due = remindersAt(answer_from.getTime(), answer_by.getTime())[sent] ?? answer_by.getTime();
  const due_at = new Date(due);
  const jobs = requestIds.map((id) => ({ payload: { request_id: id }, key: String(id), due_at }));
  await addJobs(trx, publish, requestDeadline, jobs);
}

/** Reminds the creator, and ends requests that weren't answered by their deadline. Ignores requests that have ended meanwhile. */
export function deadlineHandler(deps: ActDeps): JobHandler {
  const { db, bus, clock } = deps;

  const check = (requestId: number) =>
    transact(db, bus, async (trx, publish) => {
      const parties = await queries.findParties(trx, requestId);
      const project = parties && (await lockProject(trx, parties.project_id));
      const pending = project && (await queries.findPendingDeadline(trx, requestId));
      if (!pending) return ok(null);
      const at = new Date(clock.nowMs());
      if (at >= pending.answer_by) {
        const update = await endUnanswered({ trx, publish, project, at }, requestId);
        await updateNotifications(trx, publish, update, at);
        return ok(null);
      }
      const times = remindersAt(pending.answer_from.getTime(), pending.answer_by.getTime());
      const due = times.filter((ms) => ms <= at.getTime()).length;
      await addDeadlineChecks(trx, publish, [requestId], pending, due);
      if (due > pending.reminders_sent) {
        await queries.setRemindersSent(trx, requestId, due);
        const isLastDay = pending.answer_by.getTime() - at.getTime() <= dayMs;
        const kind = isLastDay ? 'request:last_day' : 'request:reminder';
        const reminder = reminderOf(kind, project, { id: requestId, requester_id: pending.requester_id });
        await updateNotifications(trx, publish, { added: [reminder] }, at);
      }
      return ok(null);
    });

  return jobHandler(requestDeadline, async ({ request_id }) => void (await check(request_id)), { atOnce: AT_ONCE });
}
