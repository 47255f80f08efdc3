import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { refuseToReach } from '../../contact/contact.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import { findUntakenSeats, hasSeat, type ProjectChange, publishUpdate } from '../../projects/projects.js';
import { recordAnswer } from '../join-requests/answer-record.queries.js';
import { presentJoinRequest } from '../join-requests/present.js';
import { findJoinRequest } from '../join-requests/queries.js';
import { takeSeat, toTeamOf } from '../join-requests/seats.js';
import { endJoinRequest, insertAccepted } from '../join-requests/transitions.queries.js';
import { keyOf, toCreator } from '../kinds/notifications.js';
import { planWaitlist } from '../waitlist/plan.js';
import { lockWaitlist, settleWaitlist } from '../waitlist/waitlist.js';
import { showEnds } from './kind.js';
import type { InvitationRow } from './present.js';
import * as queries from './queries.js';

const seatGone =
  'This project no longer has a free seat. You can still accept if one becomes free, or ask to join the waitlist.';
export const over = () => fail('ALREADY_DECIDED', { message: 'This invitation has been answered or has ended.' });

interface Accepted {
  invitation: InvitationRow;
  request: JoinRequest;
  current_members: number;
}

/** Accepts an unanswered invitation, delivered or queued. PROJECT_FULL without a free seat; the invitation stays pending. */
export async function acceptInvitation(
  change: ProjectChange,
  { id, creator_id, member_id, role_id }: InvitationRow,
): Promise<Result<Accepted>> {
  const { trx, publish, project, at } = change;
  if (project.state !== 'open' || project.creator_id !== creator_id) return over();
  // A block, which ends the invitation in its own transaction.
  if ((await refuseToReach(trx, member_id, creator_id, at)) !== null) return over();
  if (await hasSeat(trx, project.id, member_id)) return fail('ALREADY_MEMBER');
  const waitlist = await lockWaitlist(trx, project, [member_id]);
  const otherEntries = waitlist.filter(({ requester_id }) => requester_id !== member_id);
  const ownRequest = await queries.findOwnRequest(trx, project.id, member_id);
  const roleId = role_id ?? ownRequest?.role_id ?? null;
  const { free } = planWaitlist(otherEntries, await findUntakenSeats(trx, project.id), at);
  if ((free.get(roleId) ?? 0) < 1) return fail('PROJECT_FULL', { message: seatGone });
  const request = presentJoinRequest(
    await findJoinRequest(trx, await takeRequest(change, { memberId: member_id, own: ownRequest?.id, roleId })),
  );
  if (!(await queries.endInvitation(trx, id, { status: 'accepted', at, requestId: request.id }))) return over();
  const invitation = await queries.getInvitation(trx, id);
  const { seatsTaken: current_members, ...ofInterest } = await takeSeat(change, request);
  await showEnds(change, [invitation]);
  const settled = await settleWaitlist(change, otherEntries);
  const joined = (await toTeamOf(change, request)).filter(({ user_id }) => user_id !== creator_id);
  await updateNotifications(
    trx,
    publish,
    {
      added: [
        toCreator('invitation', 'invitation:accepted', { ...project, creator_id }, { id, requester_id: member_id }),
        ...joined,
        ...ofInterest.added,
        ...settled,
      ],
      dropped: [
        { user_id: member_id, key: keyOf('invitation', id) },
        ...[member_id, creator_id].map((user_id) => ({ user_id, key: keyOf('request', request.id) })),
        ...ofInterest.dropped,
      ],
    },
    at,
  );
  await publishUpdate(trx, publish, project.id);
  return ok({ invitation, request, current_members });
}

/**
 * Every seat but the creator's belongs to an accepted request: accepts the member's own pending request, or stores a new one. Returns its
 * id.
 */
async function takeRequest(
  change: ProjectChange,
  { memberId, own: ownRequestId, roleId }: { memberId: number; own: number | undefined; roleId: number | null },
): Promise<number> {
  const { trx, publish, project, at } = change;
  if (ownRequestId === undefined) {
    const seat = { project_id: project.id, creator_id: project.creator_id, requester_id: memberId, role_id: roleId };
    const id = await insertAccepted(trx, { ...seat, message: 'Accepted an invitation.' }, at);
    publish('join-request:seated', { request: presentJoinRequest(await findJoinRequest(trx, id)) });
    return id;
  }
  await recordAnswer(change, 'accept_invitation', ownRequestId);
  await endJoinRequest(trx, ownRequestId, { status: 'accepted', at });
  await queries.setRequestRole(trx, ownRequestId, roleId);
  publish('join-request:decided', {
    creator_id: project.creator_id,
    requester_id: memberId,
    decision: {
      id: ownRequestId,
      project_id: project.id,
      project_title: project.title,
      status: 'accepted',
      current_members: project.member_count + 1,
      took_offer: true,
    },
  });
  return ownRequestId;
}
