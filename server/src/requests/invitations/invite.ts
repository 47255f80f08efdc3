import type { CallBody } from '@sangam/shared/app/calls';
import { refusalOfState } from '@sangam/shared/projects/lifecycle';
import type { Invitation } from '@sangam/shared/requests/invitations';
import { requestServerLimits } from '@sangam/shared/requests/limits';
import { type ContactLimits, refuseToInvite, transactAs } from '../../contact/contact.js';
import type { Trx } from '../../platform/db/database.js';
import type { ActDeps } from '../../platform/db/transaction.js';
import { untilAfter } from '../../platform/lib/deadline.js';
import type { Member } from '../../platform/lib/member.js';
import { type Fail, fail, ok, type Result } from '../../platform/lib/result.js';
import { activity, recordActivities } from '../../platform/records/activities.queries.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import {
  findRole,
  fullFor,
  hasSeat,
  isSeatFree,
  type LockedProject,
  lockProject,
  roleIn,
} from '../../projects/projects.js';
import { endOverdueOf } from '../kinds/ends.js';
import { deliverNext } from './deliver.js';
import { addDeliveries, addLapse, endReplaceable, invitations } from './kind.js';
import { presentSent } from './present.js';
import * as queries from './queries.js';
import * as queue from './queue.queries.js';

/**
 * Invites a member to an open project with a free seat. The invitation is queued while the member has the most pending ones allowed, which
 * the answer doesn't reveal. FORBIDDEN for everybody but the creator, ALREADY_MEMBER, ALREADY_REQUESTED while the member's own request is
 * pending, ALREADY_INVITED unless the member has asked since, PROJECT_CLOSED, PROJECT_FINISHED, PROJECT_FULL, ROLES_CHANGED,
 * CONTACT_REFUSED, EMAIL_NOT_VERIFIED, ANSWER_AWAITED.
 */
export type Invite = (
  member: Member,
  projectId: number,
  body: CallBody<'POST /api/projects/:id/invitations'>,
) => Promise<Result<Invitation>>;

export function createInvite(deps: ActDeps & { contactLimits: ContactLimits }): Invite {
  const { db, bus, clock, contactLimits } = deps;
  return (member, projectId, { user_id: memberId, role_id = null, message = '' }) =>
    transactAs({ db, bus, userId: member.id }, async (trx, publish) => {
      const project = await lockProject(trx, projectId);
      if (!project) return fail('PROJECT_NOT_FOUND');
      if (roleIn(project, member.id) !== 'creator')
        return fail(project.hidden_at === null ? 'FORBIDDEN' : 'PROJECT_NOT_FOUND');
      const at = clock.now();
      const change = { trx, publish, project, at };
      const refused = (await refuseProject(trx, project, role_id)) ?? (await refuseKnown(trx, project, memberId));
      if (refused !== null) return refused;
      const overdue = await endOverdueOf(invitations, change, memberId);
      const dropped = await endReplaceable(change, memberId);
      if (await queries.isInvited(trx, project.id, memberId, at)) return fail('ALREADY_INVITED');
      const hidden = await refuseToInvite(trx, member.id, memberId, at);
      if (hidden !== null) return hidden;
      const tooMany = await contactLimits.refuseInvitation(trx, member.id, memberId);
      if (tooMany !== null) return tooMany;
      await queue.lockReceiver(trx, memberId);
      const queuedUntil = untilAfter(at, requestServerLimits.invitationQueueMs);
      const invitation = { project_id: project.id, creator_id: member.id, member_id: memberId, role_id, message };
      const id = await queue.insertQueued(trx, invitation, { at, until: queuedUntil });
      await invitations.addDeadlineChecks(trx, publish, [{ id, due_at: queuedUntil }]);
      await addLapse(trx, publish, id, untilAfter(at, requestServerLimits.invitationMs));
      await recordActivities(trx, [
        activity('invitation:sent', member.id, { project_id: project.id, member_id: memberId }),
      ]);
      const presented = presentSent(await queries.getInvitation(trx, id));
      publish('invitation:changed', { sent: presented, received: null });
      const added = await deliverNext(change, { id, memberId });
      // If a timer is late, earlier invitations may have ended, so the queue is checked at once.
      if (added.length === 0) await addDeliveries(trx, publish, [memberId], at);
      await updateNotifications(trx, publish, { added: [...overdue, ...added], dropped }, at);
      return ok(presented);
    });
}

async function refuseProject(trx: Trx, project: LockedProject, roleId: number | null): Promise<Fail | null> {
  if (project.hidden_at !== null) return fail('PROJECT_CLOSED', { message: 'A moderator has hidden this project.' });
  const refusal = refusalOfState('ask', project.state);
  if (refusal !== null) return fail(refusal);
  const role = roleId === null ? undefined : await findRole(trx, project.id, roleId);
  if (roleId !== null && role === undefined) return fail('ROLES_CHANGED');
  return (await isSeatFree(trx, project.id, roleId)) ? null : fullFor(role?.name);
}

/** Refuses to invite a member who is in the project or has asked to join it. The creator knows both, so the error may say so. */
async function refuseKnown(trx: Trx, project: LockedProject, memberId: number): Promise<Fail | null> {
  if (await hasSeat(trx, project.id, memberId))
    return fail('ALREADY_MEMBER', { message: 'This member is already in the project.' });
  if ((await queries.findOwnRequest(trx, project.id, memberId)) !== undefined)
    return fail('ALREADY_REQUESTED', {
      message: 'This member has already asked to join. Accept their request instead.',
    });
  return null;
}
