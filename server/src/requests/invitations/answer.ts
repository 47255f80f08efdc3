import type { CallBody } from '@sangam/shared/app/calls';
import { isAllowedAt } from '@sangam/shared/requests/invitation-transitions';
import type { Invitation } from '@sangam/shared/requests/invitations';
import { refuseToReach, transactAs } from '../../contact/contact.js';
import type { Trx } from '../../platform/db/database.js';
import { type Publish, transact } from '../../platform/db/transaction.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import {
  type ActDeps,
  findUntaken,
  hasSeat,
  lockProject,
  type ProjectChange,
  publishUpdate,
} from '../../projects/projects.js';
import { recordAnswer } from '../join-requests/answer-record.queries.js';
import { presentJoinRequest } from '../join-requests/present.js';
import { endJoinRequest, findJoinRequest, insertAccepted } from '../join-requests/queries.js';
import { takeSeat, toTeamOf } from '../join-requests/seats.js';
import { keyOf } from '../kinds/notifications.js';
import { planWaitlist } from '../waitlist/plan.js';
import { lockWaitlist, settleWaitlist } from '../waitlist/waitlist.js';
import { endAsInvited, showEnds } from './kind.js';
import { type InvitationRow, presentReceived, presentSent, stageOf } from './present.js';
import * as queries from './queries.js';

type Answer = CallBody<'PUT /api/invitations/:id/status'>;

/**
 * Accepts or declines an invitation. Accepting takes a free seat (PROJECT_FULL, and the invitation stays), together with the member's own
 * pending request, if there is one. NOT_FOUND for everybody but the invited member, ALREADY_DECIDED after the deadline.
 */
export type AnswerInvitation = (
  member: Member,
  id: number,
  answer: Answer,
) => Promise<Result<{ invitation: Invitation; current_members: number }>>;

const seatGone =
  'This project has no free seat any more. You can still accept if one becomes free, or ask to join the waitlist.';
const over = () => fail('ALREADY_DECIDED', { message: 'This invitation has been answered or has ended.' });

export function createAnswerInvitation({ db, bus, clock }: ActDeps): AnswerInvitation {
  return (member, id, { status }) =>
    transactAs({ db, bus, userId: member.id }, async (trx, publish) => {
      const opened = await open(trx, publish, { id, clock, isParty: (row) => isSeenBy(row, member.id) });
      if (!opened.ok) return opened;
      const { change, row } = opened.value;
      if (!isAllowedAt(status === 'accepted' ? 'accept' : 'decline', stageOf(row, change.at))) return over();
      return status === 'accepted' ? accept(change, member, row) : decline(change, id);
    });
}

async function decline(change: ProjectChange, id: number) {
  const { trx, publish, project, at } = change;
  const update = await endAsInvited(change, id);
  if (update === null) return over();
  await updateNotifications(trx, publish, update, at);
  const invitation = presentReceived(await queries.getInvitation(trx, id));
  return ok({ invitation, current_members: project.member_count });
}

async function accept(change: ProjectChange, member: Member, { id, creator_id, role_id }: InvitationRow) {
  const { trx, publish, project, at } = change;
  if (project.state !== 'open' || project.creator_id !== creator_id) return over();
  // A block, which ends the invitation in a transaction of its own.
  if ((await refuseToReach(trx, member.id, creator_id)) !== null) return over();
  if (await hasSeat(trx, project.id, member.id)) return fail('ALREADY_MEMBER');
  const waitlist = await lockWaitlist(trx, project, [member.id]);
  const others = waitlist.filter(({ requester_id }) => requester_id !== member.id);
  const own = await queries.findOwnRequest(trx, project.id, member.id);
  const roleId = role_id ?? own?.role_id ?? null;
  const { free } = planWaitlist(others, await findUntaken(trx, project.id), at);
  if ((free.get(roleId) ?? 0) < 1) return fail('PROJECT_FULL', { message: seatGone });
  const request = presentJoinRequest(
    await findJoinRequest(trx, await takeRequest(change, { memberId: member.id, own: own?.id, roleId })),
  );
  if (!(await queries.endInvitation(trx, id, { status: 'accepted', at, requestId: request.id }))) return over();
  const row = await queries.getInvitation(trx, id);
  const current_members = await takeSeat(change, request);
  await showEnds(change, [row]);
  const settled = await settleWaitlist(change, others);
  const joined = (await toTeamOf(change, request)).filter(({ user_id }) => user_id !== creator_id);
  await updateNotifications(
    trx,
    publish,
    {
      added: [
        {
          ...{ user_id: creator_id, kind: 'invitation:accepted', key: keyOf('invitation', id) },
          ...{ title: project.title, project_id: project.id, subject_id: id, actor_id: member.id },
        },
        ...joined,
        ...settled,
      ],
      read: [member.id, creator_id].map((user_id) => ({ user_id, key: keyOf('request', request.id) })),
      dropped: [{ user_id: member.id, key: keyOf('invitation', id) }],
    },
    at,
  );
  await publishUpdate(trx, publish, project.id);
  return ok({ invitation: presentReceived(row), current_members });
}

/** Every member but the creator has a seat by a request: accepts the member's own pending one, or stores one. Returns its id. */
async function takeRequest(
  change: ProjectChange,
  { memberId, own, roleId }: { memberId: number; own: number | undefined; roleId: number | null },
): Promise<number> {
  const { trx, publish, project, at } = change;
  if (own === undefined) {
    const seat = { project_id: project.id, creator_id: project.creator_id, requester_id: memberId, role_id: roleId };
    const id = await insertAccepted(trx, { ...seat, message: 'Accepted an invitation.' }, at);
    publish('join-request:seated', { request: presentJoinRequest(await findJoinRequest(trx, id)) });
    return id;
  }
  await recordAnswer(change, 'accept_invitation', own);
  await endJoinRequest(trx, own, { status: 'accepted', at });
  await queries.setRequestRole(trx, own, roleId);
  publish('join-request:decided', {
    creator_id: project.creator_id,
    requester_id: memberId,
    decision: {
      ...{ id: own, project_id: project.id, project_title: project.title, status: 'accepted' },
      ...{ current_members: project.member_count + 1, took_offer: true },
    },
  });
  return own;
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
      // The answer to the sender is the same, whether or not a lapsed one can still be accepted.
      const isLapsed = row.lapsed_at !== null && row.status !== 'accepted' && !row.sent_withdrawn;
      if (!isPending && !isLapsed) return over();
      const hasEnded = isPending && (await queries.endInvitation(trx, id, { status: 'withdrawn', at }));
      await queries.noteWithdrawn(trx, id);
      const ended = await queries.getInvitation(trx, id);
      if (hasEnded) await showEnds(change, [ended]);
      if (isLapsed) publish('invitation:changed', { sent: presentSent(ended), received: null });
      const dropped = hasEnded ? [{ user_id: row.member_id, key: keyOf('invitation', id) }] : [];
      await updateNotifications(trx, publish, { dropped }, at);
      return ok(presentSent(ended));
    });
}

/** Whether it is the member's, and delivered. */
const isSeenBy = (row: InvitationRow, userId: number) => row.member_id === userId && row.delivered_at !== null;

/** Locks the project of an invitation for an act of one of its sides. NOT_FOUND for everybody else. */
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
  const at = new Date(clock.nowMs());
  // Read again under the lock, which may have waited for another act.
  return ok({ change: { trx, publish, project, at }, row: await queries.getInvitation(trx, id) });
}
