import { Id, Strict } from '@sangam/shared/core/schemas';
import type { Trx } from '../../platform/db/database.js';
import { type ActDeps, type Publish, transact } from '../../platform/db/transaction.js';
import { addJobs, type JobHandler, jobHandler, jobKind } from '../../platform/jobs/jobs.js';
import { ok } from '../../platform/lib/result.js';
import { activity, recordActivities } from '../../platform/records/activities.queries.js';
import { type NotificationUpdate, updateNotifications } from '../../platform/records/notifications.js';
import type { NewNotification } from '../../platform/records/notifications.queries.js';
import { lockProject, type ProjectChange } from '../../projects/projects.js';
import { addChecksOf, CHECKS_AT_ONCE, createDeadlineCheck } from '../kinds/deadline.js';
import { endUnanswered } from '../kinds/ends.js';
import type { KindOfRequest } from '../kinds/kind.js';
import { keyOf, toCreator, toRequester } from '../kinds/notifications.js';
import type { RequestRef } from '../kinds/queries.js';
import { type InvitationRow, presentReceived, presentSent } from './present.js';
import * as queries from './queries.js';

/** Sends a due reminder of a pending invitation, or ends it. */
const invitationDeadline = jobKind('invitation:clock', Strict({ invitation_id: Id }));

/** Delivers a member's queued invitations while they have free places. */
export const deliverQueued = jobKind('invitation:deliver', Strict({ member_id: Id }));

/** Schedules the delivery of these members' queued invitations. */
export const addDeliveries = (trx: Trx, publish: Publish, memberIds: readonly number[], due_at: Date): Promise<void> =>
  addJobs(
    trx,
    publish,
    deliverQueued,
    memberIds.map((member_id) => ({ payload: { member_id }, key: String(member_id), due_at })),
  );

const requestRefOf = ({ id, member_id }: InvitationRow): RequestRef => ({ id, requester_id: member_id });

/** Ends an unanswered invitation for its sender, 7 days after it was sent. */
const invitationLapse = jobKind('invitation:lapse', Strict({ invitation_id: Id }));

export const addLapse = (trx: Trx, publish: Publish, invitation_id: number, due_at: Date): Promise<void> =>
  addJobs(trx, publish, invitationLapse, [{ payload: { invitation_id }, key: String(invitation_id), due_at }]);

/** Whether the invitation lapses in the action at this time. */
const isLapsingAt = ({ lapsed_at }: InvitationRow, at: Date): boolean => lapsed_at?.getTime() === at.getTime();

/**
 * Publishes an invitation that was answered or has ended to both sides: to the invited member only if they ever saw it, to the sender of a
 * lapsed one only if it was accepted.
 */
const publishEnd = (publish: Publish, row: InvitationRow, at: Date): void => {
  const isShownToSender = row.status === 'accepted' || row.lapsed_at === null || isLapsingAt(row, at);
  publish('invitation:changed', {
    sent: isShownToSender ? presentSent(row) : null,
    received: row.delivered_at === null ? null : presentReceived(row),
  });
};

/** Publishes the end of these invitations to both sides, and schedules the delivery of the next ones in the members' queues. */
export async function showEnds({ trx, publish, at }: ProjectChange, rows: readonly InvitationRow[]): Promise<void> {
  for (const row of rows) publishEnd(publish, row, at);
  const freed = rows.filter(({ delivered_at }) => delivered_at !== null).map(({ member_id }) => member_id);
  await addDeliveries(trx, publish, freed, at);
}

/** Declines a pending invitation, including for a member who is leaving. Returns the changes to notifications; null if it isn't pending. */
export async function endAsInvited(change: ProjectChange, id: number): Promise<NotificationUpdate | null> {
  const { trx, project, at } = change;
  if (!(await queries.endInvitation(trx, id, { status: 'declined', at }))) return null;
  const row = await queries.getInvitation(trx, id);
  await showEnds(change, [row]);
  await recordActivities(trx, [activity('invitation:declined', row.member_id, { project_id: project.id })]);
  const lapses = isLapsingAt(row, at);
  const isShownToSender = row.lapsed_at === null || lapses;
  if (lapses) await recordLapse(change, row);
  const kind = lapses ? 'invitation:lapsed' : 'invitation:declined';
  const sender = { ...project, creator_id: row.creator_id };
  return {
    added: isShownToSender ? [toCreator('invitation', kind, sender, requestRefOf(row))] : [],
    dropped: [{ user_id: row.member_id, key: keyOf('invitation', id) }],
  };
}

const recordLapse = ({ trx, project }: ProjectChange, row: InvitationRow) =>
  recordActivities(trx, [
    activity('invitation:lapsed', row.creator_id, { project_id: project.id, member_id: row.member_id }),
  ]);

/**
 * Ends the member's lapsed invitation before a new one replaces it, because the member has asked since. The sender can't tell whether there
 * was one. Returns the notifications that this makes obsolete.
 */
export async function endReplaceable(
  change: ProjectChange,
  memberId: number,
): Promise<{ user_id: number; key: string }[]> {
  const { trx, project, at } = change;
  const found = await queries.findReplaceable(trx, { projectId: project.id, memberId, at });
  if (!found || !(await queries.endInvitation(trx, found.id, { status: 'withdrawn', at }))) return [];
  await showEnds(change, [await queries.getInvitation(trx, found.id)]);
  return [{ user_id: memberId, key: keyOf('invitation', found.id) }];
}

/** Invitations. A queued one ends like a delivered one, but the invited member, who never saw it, isn't notified. */
export const invitations: KindOfRequest = {
  table: 'invitations',
  name: 'invitation',

  addDeadlineChecks: addChecksOf(invitationDeadline, (invitation_id) => ({ invitation_id })),

  async end(change, selection, { act, endedBy }) {
    const { trx, project, at } = change;
    const rows = await queries.endPending(trx, project.id, { endedBy, at, which: selection });
    await showEnds(change, rows);
    const ended = rows.filter(({ delivered_at }) => delivered_at !== null).map(requestRefOf);
    const lapsed = act === 'run_out' ? rows.filter((row) => isLapsingAt(row, at)).map(requestRefOf) : [];
    return { ended, lapsed, otherNotifications: [] };
  },

  withdraw: async (change, { id }) => (await endAsInvited(change, id)) ?? {},
};

/**
 * Ends the project's pending invitations when it closes or is transferred. `creatorId`: the creator who sent them. Returns the new
 * notifications.
 */
export async function endInvitations(
  change: ProjectChange,
  endedBy: 'project_closed' | 'took_over',
  creatorId: number,
): Promise<NewNotification[]> {
  const project = { ...change.project, creator_id: creatorId };
  const overdue = await endUnanswered(invitations, { ...change, project }, 'overdue');
  const { ended } = await invitations.end(change, 'all', { act: 'end', endedBy });
  await recordActivities(
    change.trx,
    ended.map(({ requester_id }) => activity('invitation:ended', requester_id, { project_id: project.id })),
  );
  return [...overdue, ...ended.map((request) => toRequester('invitation', 'invitation:ended', project, request))];
}

export const invitationDeadlineHandler = (deps: ActDeps): JobHandler => {
  const check = createDeadlineCheck(deps, invitations);
  return jobHandler(invitationDeadline, ({ invitation_id }) => check(invitation_id), { atOnce: CHECKS_AT_ONCE });
};

/** Does nothing to an invitation that was answered or has ended. */
export const invitationLapseHandler = ({ db, bus, clock }: ActDeps): JobHandler =>
  jobHandler(
    invitationLapse,
    async ({ invitation_id: id }) => {
      await transact(db, bus, async (trx, publish) => {
        const found = await queries.findInvitation(trx, id);
        const project = found && (await lockProject(trx, found.project_id));
        const at = clock.now();
        if (!project || !(await queries.lapse(trx, id, at))) return ok(null);
        const row = await queries.getInvitation(trx, id);
        await recordLapse({ trx, publish, project, at }, row);
        publish('invitation:changed', { sent: presentSent(row), received: null });
        const sender = { ...project, creator_id: row.creator_id };
        const added = [toCreator('invitation', 'invitation:lapsed', sender, requestRefOf(row))];
        await updateNotifications(trx, publish, { added }, at);
        return ok(null);
      });
    },
    { atOnce: CHECKS_AT_ONCE },
  );
