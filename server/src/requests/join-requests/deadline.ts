import { dayMs } from '@sangam/shared/core/limits';
import { Id, Strict } from '@sangam/shared/core/schemas';
import { answerClock, remindersAt } from '@sangam/shared/requests/deadline';
import type { Db, Trx } from '../../platform/db/database.js';
import { type Publish, transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import { addJobs } from '../../platform/jobs/add.js';
import { type JobHandler, jobHandler, jobKind } from '../../platform/jobs/kinds.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { ok } from '../../platform/lib/result.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import { type LockedProject, lockProject } from '../../projects/projects.js';
import { endUnanswered } from './ends.js';
import { reminderOf } from './notifications.js';
import * as queries from './queries.js';

/** A pending request is to be looked at: a reminder may be due, or its end. One job of a request, moved on each time. */
const requestClock = jobKind('request:clock', Strict({ request_id: Id }));

/** So many requests one server looks at together. */
const AT_ONCE = 4;

/** From when and until when a new request to the project waits for its answer. */
export function deadlineFrom({ answer_days }: LockedProject, nowMs: number): queries.AnswerClock {
  const { fromMs, byMs } = answerClock(nowMs, answer_days);
  return { answer_from: new Date(fromMs), answer_by: new Date(byMs) };
}

/** Has requests looked at when their next reminder, or their end, is due. `sent`: how many reminders there were. */
export async function addLooks(
  trx: Trx,
  publish: Publish,
  requestIds: readonly number[],
  { answer_from, answer_by }: queries.AnswerClock,
  sent = 0,
): Promise<void> {
  const due = remindersAt(answer_from.getTime(), answer_by.getTime())[sent] ?? answer_by.getTime();
  const due_at = new Date(due);
  const jobs = requestIds.map((id) => ({ payload: { request_id: id }, key: String(id), due_at }));
  await addJobs(trx, publish, requestClock, jobs);
}

/** Reminds the creator, and ends what was not answered in time. A request that has ended meanwhile is left alone. */
export function deadlineHandler(deps: { db: Db; bus: Bus<DomainEvents>; clock: Clock }): JobHandler {
  const { db, bus, clock } = deps;

  const look = (requestId: number) =>
    transact(db, bus, async (trx, publish) => {
      const parties = await queries.findParties(trx, requestId);
      const project = parties && (await lockProject(trx, parties.project_id));
      const pending = project && (await queries.findPendingClock(trx, requestId));
      if (!pending) return ok(null);
      const at = new Date(clock.nowMs());
      if (at >= pending.answer_by) {
        const update = await endUnanswered(trx, publish, project, requestId, at);
        await updateNotifications(trx, publish, update, at);
        return ok(null);
      }
      const times = remindersAt(pending.answer_from.getTime(), pending.answer_by.getTime());
      const due = times.filter((ms) => ms <= at.getTime()).length;
      await addLooks(trx, publish, [requestId], pending, due);
      if (due > pending.reminders_sent) {
        await queries.noteReminders(trx, requestId, due);
        const isLastDay = pending.answer_by.getTime() - at.getTime() <= dayMs;
        const kind = isLastDay ? 'request:last_day' : 'request:reminder';
        const reminder = reminderOf(kind, project, { id: requestId, requester_id: pending.requester_id });
        await updateNotifications(trx, publish, { added: [reminder] }, at);
      }
      return ok(null);
    });

  return jobHandler(requestClock, async ({ request_id }) => void (await look(request_id)), { atOnce: AT_ONCE });
}
