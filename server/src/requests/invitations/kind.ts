import { Id, Strict } from '@sangam/shared/core/schemas';
import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import { addJobs, type JobHandler, jobHandler, jobKind } from '../../platform/jobs/jobs.js';
import { activity, recordActivities } from '../../platform/records/activities.queries.js';
import type { NotificationUpdate } from '../../platform/records/notifications.js';
import type { ActDeps, ProjectChange } from '../../projects/projects.js';
import { CHECKS_AT_ONCE, createDeadlineCheck } from '../kinds/deadline.js';
import type { KindOfRequest } from '../kinds/kind.js';
import { keyOf, lapsed } from '../kinds/notifications.js';
import type { Asked } from '../kinds/queries.js';
import { type InvitationRow, presentReceived, presentSent } from './present.js';
import * as queries from './queries.js';

/** Sends a due reminder of a pending invitation, or ends it. */
const invitationDeadline = jobKind('invitation:clock', Strict({ invitation_id: Id }));

/** Delivers what is queued for a member, as far as they have free places. */
export const deliverQueued = jobKind('invitation:deliver', Strict({ member_id: Id }));

/** After the commit, delivers what is queued for these members. */
export const addDeliveries = (trx: Trx, publish: Publish, memberIds: readonly number[], due_at: Date): Promise<void> =>
  addJobs(
    trx,
    publish,
    deliverQueued,
    memberIds.map((member_id) => ({ payload: { member_id }, key: String(member_id), due_at })),
  );

const askedOf = ({ id, member_id }: InvitationRow): Asked => ({ id, requester_id: member_id });

/** Shows both sides an invitation that was answered or has ended; the invited member only if they ever saw it. */
const publishEnd = (publish: Publish, row: InvitationRow): void =>
  publish('invitation:changed', {
    sent: presentSent(row),
    received: row.delivered_at === null ? null : presentReceived(row),
  });

/** Shows both sides the end of these invitations, and passes each freed place on to the next in the queue. */
export async function showEnds({ trx, publish, at }: ProjectChange, rows: readonly InvitationRow[]): Promise<void> {
  for (const row of rows) publishEnd(publish, row);
  const freed = rows.filter(({ delivered_at }) => delivered_at !== null).map(({ member_id }) => member_id);
  await addDeliveries(trx, publish, freed, at);
}

/** Declines a pending invitation, also for a member who is gone. Returns the changes to notifications; null if it isn't pending. */
export async function endAsInvited(change: ProjectChange, id: number): Promise<NotificationUpdate | null> {
  const { trx, project, at } = change;
  if (!(await queries.endInvitation(trx, id, { status: 'declined', at }))) return null;
  const row = await queries.getInvitation(trx, id);
  await showEnds(change, [row]);
  await recordActivities(trx, [activity('invitation:declined', row.member_id, { project_id: project.id })]);
  return {
    added: [
      {
        ...{ user_id: row.creator_id, kind: 'invitation:declined', key: keyOf('invitation', id) },
        ...{ title: project.title, project_id: project.id, subject_id: id, actor_id: row.member_id },
      },
    ],
    dropped: [{ user_id: row.member_id, key: keyOf('invitation', id) }],
  };
}

/** Invitations: a queued one ends like a delivered one, but its invited member, who never saw it, isn't notified. */
export const invitations: KindOfRequest = {
  table: 'invitations',
  name: 'invitation',

  addDeadlineChecks: (trx, publish, checks) =>
    addJobs(
      trx,
      publish,
      invitationDeadline,
      checks.map(({ id, due_at }) => ({ payload: { invitation_id: id }, key: String(id), due_at })),
    ),

  async end(change, which, { act, endedBy }) {
    const { trx, project, at } = change;
    const rows = await queries.endPending(trx, project.id, { endedBy, at, which });
    await showEnds(change, rows);
    const ended = rows.filter(({ delivered_at }) => delivered_at !== null).map(askedOf);
    const unseen = act === 'run_out' ? rows.filter(({ delivered_at }) => delivered_at === null) : [];
    return { ended, others: unseen.map((row) => lapsed('invitation', project, askedOf(row))) };
  },

  withdraw: async (change, { id }) => (await endAsInvited(change, id)) ?? {},
};

export const invitationDeadlineHandler = (deps: ActDeps): JobHandler => {
  const check = createDeadlineCheck(deps, invitations);
  return jobHandler(invitationDeadline, ({ invitation_id }) => check(invitation_id), { atOnce: CHECKS_AT_ONCE });
};
