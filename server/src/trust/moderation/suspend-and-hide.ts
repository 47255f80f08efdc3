import { Id, Strict } from '@sangam/shared/core/schemas';
import { lockAgainstActing } from '../../contact/contact.js';
import { lockUser, type Sessions } from '../../people/people.js';
import type { Db, Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import { addJobs, type JobHandler, jobHandler, jobKind } from '../../platform/jobs/jobs.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { NotificationUpdate } from '../../platform/records/notifications.js';
import { createEndTransfers, lockProject, publishUpdate } from '../../projects/projects.js';
import { createEndAllPending, endPending } from '../../requests/requests.js';
import { findMember, listShown, setHidden, setSuspended } from './queries.js';

type Changes = Required<Pick<NotificationUpdate, 'added' | 'read'>>;

/**
 * Hides a project from everybody but its team. Pending requests and interest end as with a deletion, since applicants no longer see
 * it. Answers the changes to notifications; none for a deleted or hidden project.
 */
export async function hideProject(
  trx: Trx,
  publish: Publish,
  id: number,
  { at, withCreator }: { at: Date; withCreator: boolean },
): Promise<Changes> {
  const project = await lockProject(trx, id);
  if (!project || project.hidden_at !== null) return { added: [], read: [] };
  await setHidden(trx, id, { hidden_at: at, hidden_with_creator: withCreator });
  const changes = await endPending({ trx, publish, project, at }, 'unavailable');
  await publishUpdate(trx, publish, id);
  return changes;
}

/**
 * Suspends a member: ends their sessions on every server, refuses sign-ins, hides their projects, and ends their pending requests,
 * interest and transfers. Answers the changes to notifications.
 */
export async function suspendMember(
  { trx, publish, sessions, at }: { trx: Trx; publish: Publish; sessions: Sessions; at: Date },
  userId: number,
): Promise<Changes> {
  await lockAgainstActing(trx, userId);
  // Then the member's row, as in every change to sign-in.
  await lockUser(trx, userId);
  await setSuspended(trx, userId, at);
  publish('sessions:ended', { session_ids: await sessions.endAll(trx, userId) });
  // A job, since each request ends in its own transaction.
  await addJobs(trx, publish, endOwn, [{ payload: { user_id: userId }, key: String(userId), due_at: at }]);
  const changes: Changes = { added: [], read: [] };
  for (const { id } of await listShown(trx, userId)) {
    const hidden = await hideProject(trx, publish, id, { at, withCreator: true });
    changes.added = [...changes.added, ...hidden.added];
    changes.read = [...changes.read, ...hidden.read];
  }
  return changes;
}

/** Ends a suspended member's pending requests and interest, and transfers from and to them. */
const endOwn = jobKind('moderation:end-own', Strict({ user_id: Id }));

/** The other sides see withdrawals. Does nothing once the suspension is lifted: whatever is pending then is new. */
export const endOwnHandler = (deps: { db: Db; bus: Bus<DomainEvents>; clock: Clock }): JobHandler => {
  const ends = [...createEndAllPending(deps), createEndTransfers(deps)];
  return jobHandler(
    endOwn,
    async ({ user_id }) => {
      const member = await findMember(deps.db, user_id);
      if (!member || member.suspended_at === null) return;
      for (const end of ends) await end.of(user_id);
    },
    { atOnce: 1 },
  );
};
