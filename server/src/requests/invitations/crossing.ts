import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { refuseToReach } from '../../contact/contact.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { findUntakenSeats, type ProjectChange } from '../../projects/projects.js';
import { keyOf } from '../kinds/notifications.js';
import { planWaitlist } from '../waitlist/plan.js';
import { lockWaitlist } from '../waitlist/waitlist.js';
import { acceptInvitation } from './accept.js';
import { showEnds } from './kind.js';
import { type InvitationRow, isOverForSender } from './present.js';
import * as queries from './queries.js';

const otherRole =
  'You’re already invited to this project. Accept the invitation, or decline it to ask for another role.';

/**
 * Accepts the invitation of a member who asks to join, whether or not it is delivered. Its sender sees the same in both cases, so the
 * request's text is not stored. ALREADY_INVITED for a seat of another role. Null without an invitation, and while its seat isn't free.
 */
export async function meetInvitation(
  change: ProjectChange,
  memberId: number,
  roleId: number | null,
): Promise<Result<JoinRequest> | null> {
  const { trx, project, at } = change;
  const found = await queries.findPendingOf(trx, project.id, memberId);
  if (!found || isOverForSender(found, at)) return null;
  if ((await refuseToReach(trx, memberId, project.creator_id, at)) !== null) return null;
  if (roleId !== null && roleId !== found.role_id)
    return (await isSeatFreeFor(change, found)) ? fail('ALREADY_INVITED', { message: otherRole }) : null;
  const accepted = await acceptInvitation(change, found);
  if (accepted.ok) return ok(accepted.value.request);
  return accepted.error.code === 'PROJECT_FULL' ? null : accepted;
}

async function isSeatFreeFor({ trx, project, at }: ProjectChange, { member_id, role_id }: InvitationRow) {
  const waitlist = await lockWaitlist(trx, project, [member_id]);
  const otherEntries = waitlist.filter(({ requester_id }) => requester_id !== member_id);
  const { free } = planWaitlist(otherEntries, await findUntakenSeats(trx, project.id), at);
  return (free.get(role_id) ?? 0) > 0;
}

/**
 * Ends the pending invitation of a member whose own join request is decided: accepted with the request, so that both become one seat, or
 * withdrawn if the creator rejects the request. Returns the notifications that this makes obsolete.
 */
export async function endCrossing(
  change: ProjectChange,
  { userId, requestId, status }: { userId: number; requestId: number; status: 'accepted' | 'rejected' },
): Promise<{ user_id: number; key: string }[]> {
  const { trx, project, at } = change;
  const found = await queries.findPendingOf(trx, project.id, userId);
  if (!found) return [];
  const outcome = status === 'accepted' ? { status, requestId } : { status: 'withdrawn' as const };
  if (!(await queries.endInvitation(trx, found.id, { ...outcome, at }))) return [];
  await showEnds(change, [await queries.getInvitation(trx, found.id)]);
  return [{ user_id: userId, key: keyOf('invitation', found.id) }];
}
