import { dayMs } from '@sangam/shared/core/limits';
import type { ReportReason, SuspensionDays } from '@sangam/shared/core/reports';
import { Id, Strict } from '@sangam/shared/core/schemas';
import { lockAgainstActing } from '../../contact/contact.js';
import { lockUser, type Sessions } from '../../people/people.js';
import type { Trx } from '../../platform/db/database.js';
import type { ActDeps, Publish } from '../../platform/db/transaction.js';
import { addJobs, type JobHandler, jobHandler, jobKind } from '../../platform/jobs/jobs.js';
import { untilAfter } from '../../platform/lib/deadline.js';
import type { NotificationChanges } from '../../platform/records/notifications.js';
import { createEndAllPending } from '../../requests/requests.js';
import { hideProject } from '../hiding/hide.js';
import { listShown } from '../hiding/queries.js';
import { emailSuspended } from './emails.js';
import { suspensionEnd } from './end.js';
import { findSuspension, putSuspension } from './queries.js';

/** A moderator's choice. `days`: null for a suspension without an end. */
interface Terms {
  days: SuspensionDays | null;
  reason: ReportReason;
  words: string;
}

/**
 * Suspends a member: ends their sessions on every server, refuses sign-ins, hides their projects, and ends everything pending from and to
 * them. A second suspension never ends before the first. Returns its end and the changes to notifications.
 */
export async function suspendMember(
  { trx, publish, sessions, at }: { trx: Trx; publish: Publish; sessions: Sessions; at: Date },
  userId: number,
  { days, reason, words }: Terms,
): Promise<{ until: Date | null; changes: NotificationChanges }> {
  await lockAgainstActing(trx, userId);
  // Next, locks the member's row, like every change to sign-in.
  await lockUser(trx, userId);
  const chosen = days === null ? null : untilAfter(at, days * dayMs);
  const until = laterEnd(chosen, await findSuspension(trx, userId));
  await putSuspension(trx, userId, { begun_at: at, ends_at: until, reason, words });
  publish('sessions:ended', { session_ids: await sessions.endAll(trx, userId) });
  publish('presence:reserved', { user_id: userId });
  publish('typing:hidden', { typist_id: userId, reader_id: null });
  const job = { payload: { user_id: userId }, key: String(userId) };
  // A job, since each request ends in its own transaction.
  await addJobs(trx, publish, endOwn, [{ ...job, due_at: at }]);
  if (until !== null) await addJobs(trx, publish, suspensionEnd, [{ ...job, due_at: until }]);
  await emailSuspended(trx, publish, { user_id: userId, until: until?.toISOString() ?? null, reason }, at);
  const changes: NotificationChanges = { added: [], dropped: [] };
  for (const { id } of await listShown(trx, userId)) {
    const hidden = await hideProject(trx, publish, id, { at, withCreator: true });
    changes.added = [...changes.added, ...hidden.added];
    changes.dropped = [...changes.dropped, ...hidden.dropped];
  }
  return { until, changes };
}

const laterEnd = (chosen: Date | null, current: { ends_at: Date | null } | undefined): Date | null => {
  if (chosen === null || current === undefined) return chosen;
  return current.ends_at === null || current.ends_at > chosen ? current.ends_at : chosen;
};

/** Ends everything pending from and to a suspended member. */
const endOwn = jobKind('moderation:end-own', Strict({ user_id: Id }));

/** The other sides see withdrawals. Does nothing once the suspension is lifted: anything pending then is new. */
export const endOwnHandler = (deps: ActDeps): JobHandler => {
  const pending = createEndAllPending(deps);
  return jobHandler(
    endOwn,
    async ({ user_id }) => {
      if (!(await findSuspension(deps.db, user_id))) return;
      await pending.of(user_id);
    },
    { atOnce: 1 },
  );
};
