import { dayMs } from '@sangam/shared/core/limits';
import { answerByMs, remindersAt } from '@sangam/shared/requests/deadline';
import type { Static, TSchema } from 'typebox';
import { type ActDeps, transact } from '../../platform/db/transaction.js';
import { addJobs, type JobKind } from '../../platform/jobs/jobs.js';
import { isOver } from '../../platform/lib/deadline.js';
import { ok } from '../../platform/lib/result.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import { type LockedProject, lockProject } from '../../projects/projects.js';
import { endUnanswered } from './ends.js';
import type { KindOfRequest } from './kind.js';
import { reminder } from './notifications.js';
import * as queries from './queries.js';

/** The number of requests that one server checks at the same time. */
export const CHECKS_AT_ONCE = 4;

/** The deadline of a new request to the project. */
export function deadlineFrom({ answer_days }: LockedProject, nowMs: number): queries.Deadline {
  return { answer_from: new Date(nowMs), answer_by: new Date(answerByMs(nowMs, answer_days)) };
}

/** When a request's deadline is checked next, for a reminder or for the end. `remindersSent`: the number of reminders so far. */
export const nextCheckAt = ({ answer_from, answer_by }: queries.Deadline, remindersSent = 0): Date =>
  new Date(remindersAt(answer_from.getTime(), answer_by.getTime())[remindersSent] ?? answer_by.getTime());

/**
 * Returns a function that schedules checks with jobs of one kind, whose payload names the request. A request has one job, which moves to
 * the new time.
 */
export const addChecksOf =
  <P extends TSchema>(job: JobKind<P>, payloadOf: (id: number) => Static<P>): KindOfRequest['addDeadlineChecks'] =>
  (trx, publish, checks) =>
    addJobs(
      trx,
      publish,
      job,
      checks.map(({ id, due_at }) => ({ payload: payloadOf(id), key: String(id), due_at })),
    );

/** Checks a request's deadline: reminds the side that answers, or ends the request. Does nothing if it has ended in the meantime. */
export const createDeadlineCheck =
  ({ db, bus, clock }: ActDeps, kind: KindOfRequest) =>
  async (id: number): Promise<void> => {
    await transact(db, bus, async (trx, publish) => {
      const parties = await queries.findParties(trx, kind.table, id);
      const project = parties && (await lockProject(trx, parties.project_id));
      const pending = project && (await queries.findPendingDeadline(trx, kind.table, id));
      if (!pending) return ok(null);
      const at = clock.now();
      const change = { trx, publish, project, at };
      if (isOver(pending.answer_by, at)) {
        await updateNotifications(trx, publish, { added: await endUnanswered(kind, change, pending) }, at);
        return ok(null);
      }
      const times = remindersAt(pending.answer_from.getTime(), pending.answer_by.getTime());
      const due = times.filter((ms) => ms <= at.getTime()).length;
      await kind.addDeadlineChecks(trx, publish, [{ id, due_at: nextCheckAt(pending, due) }]);
      if (due > pending.reminders_sent) {
        await queries.setRemindersSent(trx, kind.table, id, due);
        const isLastDay = pending.answer_by.getTime() - at.getTime() <= dayMs;
        const reminded = isLastDay ? 'last_day' : 'reminder';
        await updateNotifications(trx, publish, { added: [reminder(kind.name, reminded, project, pending)] }, at);
      }
      return ok(null);
    });
  };
