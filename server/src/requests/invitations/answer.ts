import type { CallBody } from '@sangam/shared/app/calls';
import { isAllowedAt } from '@sangam/shared/requests/invitation-transitions';
import type { Invitation } from '@sangam/shared/requests/invitations';
import { transactAs } from '../../contact/contact.js';
import type { Trx } from '../../platform/db/database.js';
import { type ActDeps, type Publish, transact } from '../../platform/db/transaction.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import { lockProject, type ProjectChange } from '../../projects/projects.js';
import { keyOf } from '../kinds/notifications.js';
import { acceptInvitation, over } from './accept.js';
import { endAsInvited, showEnds } from './kind.js';
import { type InvitationRow, presentReceived, presentSent, stageOf } from './present.js';
import * as queries from './queries.js';

type Answer = CallBody<'PUT /api/invitations/:id/status'>;

/**
 * Accepts or declines an invitation. Accepting takes a free seat (PROJECT_FULL; the invitation stays pending), and accepts the member's own
 * pending request, if there is one. NOT_FOUND for everybody but the invited member, ALREADY_DECIDED after the deadline.
 */
export type AnswerInvitation = (
  member: Member,
  id: number,
  answer: Answer,
) => Promise<Result<{ invitation: Invitation; current_members: number }>>;

export function createAnswerInvitation({ db, bus, clock }: ActDeps): AnswerInvitation {
  return (member, id, { status }) =>
    transactAs({ db, bus, userId: member.id }, async (trx, publish) => {
      const opened = await open(trx, publish, { id, clock, isParty: (row) => isSeenBy(row, member.id) });
      if (!opened.ok) return opened;
      const { change, row } = opened.value;
      if (!isAllowedAt(status === 'accepted' ? 'accept' : 'decline', stageOf(row, change.at))) return over();
      return status === 'accepted' ? accept(change, row) : decline(change, id);
    });
}

async function accept(change: ProjectChange, row: InvitationRow) {
  const accepted = await acceptInvitation(change, row);
  if (!accepted.ok) return accepted;
  const { invitation, current_members } = accepted.value;
  return ok({ invitation: presentReceived(invitation), current_members });
}

async function decline(change: ProjectChange, id: number) {
  const { trx, publish, project, at } = change;
  const update = await endAsInvited(change, id);
  if (update === null) return over();
  await updateNotifications(trx, publish, update, at);
  const invitation = presentReceived(await queries.getInvitation(trx, id));
  return ok({ invitation, current_members: project.member_count });
}

/** Withdraws an invitation, for its sender. NOT_FOUND for everybody else, ALREADY_DECIDED once it is over. */
export type WithdrawInvitation = (member: Member, id: number) => Promise<Result<Invitation>>;

export function createWithdrawInvitation({ db, bus, clock }: ActDeps): WithdrawInvitation {
  return (member, id) =>
    transact(db, bus, async (trx, publish) => {
      const opened = await open(trx, publish, { id, clock, isParty: ({ creator_id }) => creator_id === member.id });
      if (!opened.ok) return opened;
      const { change, row } = opened.value;
      const { at } = change;
      const isPending = isAllowedAt('withdraw', stageOf(row, at));
      // The answer to the sender is the same whether or not a lapsed invitation can still be accepted.
      const isLapsed = row.lapsed_at !== null && row.status !== 'accepted' && !row.sent_withdrawn;
      if (!isPending && !isLapsed) return over();
      const hasEnded = isPending && (await queries.endInvitation(trx, id, { status: 'withdrawn', at }));
      await queries.recordWithdrawn(trx, id);
      const ended = await queries.getInvitation(trx, id);
      if (hasEnded) await showEnds(change, [ended]);
      if (isLapsed) publish('invitation:changed', { sent: presentSent(ended), received: null });
      const dropped = hasEnded ? [{ user_id: row.member_id, key: keyOf('invitation', id) }] : [];
      await updateNotifications(trx, publish, { dropped }, at);
      return ok(presentSent(ended));
    });
}

/** Whether the invitation is the member's, and delivered. */
const isSeenBy = (row: InvitationRow, userId: number) => row.member_id === userId && row.delivered_at !== null;

/** Locks the project of an invitation for an action by one of its sides. NOT_FOUND for everybody else. */
async function open(
  trx: Trx,
  publish: Publish,
  { id, clock, isParty }: { id: number; clock: Clock; isParty: (row: InvitationRow) => boolean },
): Promise<Result<{ change: ProjectChange; row: InvitationRow }>> {
  const found = await queries.findInvitation(trx, id);
  if (!found || !isParty(found)) return fail('NOT_FOUND');
  const project = await lockProject(trx, found.project_id);
  // Deleting a project ends its invitations.
  if (!project) return over();
  const at = clock.now();
  // Read again under the lock, which may have waited for another action.
  return ok({ change: { trx, publish, project, at }, row: await queries.getInvitation(trx, id) });
}
