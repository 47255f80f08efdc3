import { type InvitationAct, invitationActs } from '@sangam/shared/requests/invitation-transitions';
import { requestServerLimits } from '@sangam/shared/requests/limits';
import type { InvitationRow, RequestRow, Transaction } from './journal.js';
import { isWaiting, type Step } from './model.js';
import { type ObservedAct, refuserOf, reminderOf } from './observed-act.js';

/** Moves an invitation as the table says, and broadcasts that to both sides. Throws if the table forbids it. */
function actOn(step: Step, id: number, act: InvitationAct, endedBy?: InvitationRow['endedBy']): InvitationRow {
  const invitation = step.model.invitations.get(id);
  const { from, to, ends }: { from: readonly string[]; to: InvitationRow['stage'] | null; ends: string | null } =
    invitationActs[act];
  if (!invitation || !from.includes(invitation.stage))
    throw new Error(`${act} of invitation ${id}, ${invitation?.stage}`);
  step.reachedRows.push(`invitation: ${act}, ${invitation.stage}`);
  const reason = endedBy ?? (ends as InvitationRow['endedBy']);
  const now = { ...invitation, stage: to ?? invitation.stage, endedBy: reason };
  step.model.invitations.set(id, now);
  step.invitations.set(id, now);
  if (to !== null) step.broadcast([now.creator, now.member], 'invitation:changed', id);
  return now;
}

const keyOf = (id: number) => `invitation:${id}`;

const pendingOf = (step: Step): InvitationRow[] =>
  [...step.model.invitations.values()].filter(({ stage }) => stage === 'pending');

/** Ends overdue invitations, though their timers have not run; only one member's if `invited` is given. */
function endOverdue(step: Step, creator: number, invited?: number): void {
  for (const { id, member, answerByMs } of pendingOf(step))
    if ((answerByMs ?? 0) <= step.atMs && (invited ?? member) === member) {
      actOn(step, id, 'run_out');
      step.notify(member, 'invitation:unanswered', keyOf(id));
      step.notify(creator, 'invitation:lapsed', keyOf(id));
    }
}

/** Ends the project's pending invitations, which `creator` sent. */
export function endInvitations(step: Step, endedBy: InvitationRow['endedBy'], creator: number): void {
  endOverdue(step, creator);
  for (const { id } of pendingOf(step))
    step.notify(actOn(step, id, 'end', endedBy).member, 'invitation:ended', keyOf(id));
}

/** Ends the invitations of a creator who has deleted their account. Nobody sees the reason. */
export function vanishInvitations(step: Step): void {
  for (const { id } of pendingOf(step)) {
    step.notify(actOn(step, id, 'vanish').member, 'project:unavailable', keyOf(id));
    step.dropped.push(`${step.model.creator} ${keyOf(id)}`);
  }
}

/** Ends the pending invitation of a member whose request was decided. */
export function endCrossing(step: Step, user: number, act: 'join' | 'reject'): void {
  const found = pendingOf(step).find(({ member }) => member === user);
  if (!found) return;
  actOn(step, found.id, act);
  step.dropped.push(`${user} ${keyOf(found.id)}`);
}

/** Whether the member is invited to a seat that is free. */
export const hasOpenInvitation = (step: Step, user: number): boolean =>
  pendingOf(step).some(({ member, role, answerByMs }) => {
    const storedRole = role !== null && step.model.roles.has(role) ? role : null;
    return member === user && (answerByMs ?? 0) > step.atMs && step.freeSeats(storedRole) > 0;
  });

/** Applies an action to an invitation. No member of this test reaches the limit of pending invitations, so none is queued. */
export function applyToInvitation(step: Step, observed: ObservedAct, transaction: Transaction): void {
  const { act, subject, user } = observed;
  const { model } = step;
  const id = subject ?? 0;
  const isOver = (model.invitations.get(id)?.answerByMs ?? Number.POSITIVE_INFINITY) <= step.atMs;
  const refuse = refuserOf(observed);
  const end = (endingAct: InvitationAct) => step.dropped.push(`${actOn(step, id, endingAct).member} ${keyOf(id)}`);
  switch (act) {
    case 'invite':
      invite(step, id, observed, transaction);
      return;
    case 'accept':
      refuse(isOver, 'its time was over');
      accept(step, id, transaction);
      return;
    case 'decline':
      refuse(isOver, 'its time was over');
      end(act);
      step.notify(model.creator, 'invitation:declined', keyOf(id));
      return;
    case 'leave':
      end(act);
      step.notify(model.creator, isOver ? 'invitation:lapsed' : 'invitation:declined', keyOf(id));
      return;
    case 'withdraw':
      // The invitation has already ended for both sides.
      if (transaction.invitations.get(id)?.is?.sentWithdrawn) {
        step.broadcast([model.invitations.get(id)?.creator ?? 0], 'invitation:changed', id);
        return;
      }
      refuse(isOver, 'its time was over');
      end(act);
      return;
    case 'run_out':
      refuse(!isOver, 'its time was not over');
      endOverdue(step, model.creator, user ?? 0);
      return;
    case 'remind': {
      const reminded = actOn(step, id, 'remind');
      reminded.reminders = transaction.invitations.get(id)?.is?.reminders ?? 0;
      step.notify(reminded.member, reminderOf('invitation', transaction), keyOf(id));
      return;
    }
    default:
      throw new Error(`${act} is not an act on invitations`);
  }
}

/** Returns the member's own pending request. */
const ownRequestOf = (step: Step, user: number): RequestRow | undefined =>
  [...step.model.requests.values()].find((one) => one.requester === user && isWaiting(one));

function invite(step: Step, id: number, observed: ObservedAct, { invitations }: Transaction): void {
  const { model } = step;
  const refuse = refuserOf(observed);
  const invited = invitations.get(id)?.is;
  if (!invited) throw new Error(`invitation ${id} was not stored`);
  const { member, role } = invited;
  const earlier = [...model.invitations.values()].filter((one) => one.member === member);
  refuse(model.state !== 'open', model.state);
  refuse(model.team.has(member), 'has a seat');
  refuse(ownRequestOf(step, member) !== undefined, 'has asked');
  refuse(step.freeSeats(role) < 1, 'no seat is free');
  refuse(earlier.length > 0 && !model.askedSince.has(member), 'was invited before');
  endOverdue(step, model.creator, member);
  model.askedSince.delete(member);
  const sent = { ...invited, reminders: 0, answerByMs: step.atMs + requestServerLimits.invitationMs };
  model.invitations.set(id, { ...sent, stage: 'queued' });
  step.reachedRows.push('invitation: invite, none');
  actOn(step, id, 'deliver');
  step.notify(member, 'invitation:received', keyOf(id));
}

/** Gives the member a seat by their own request, or by one that was stored for it. */
function accept(step: Step, id: number, transaction: Transaction): void {
  const { model } = step;
  const { member, role: invitedRole } = actOn(step, id, 'accept');
  const own = ownRequestOf(step, member);
  const role = (invitedRole !== null && model.roles.has(invitedRole) ? invitedRole : null) ?? own?.role ?? null;
  if (own) {
    step.of(own.id).role = role;
    step.takeSeat(own.id, 'accept_invitation');
  } else takeStoredSeat(step, { member, role }, transaction);
  step.settle();
  step.notify(model.creator, 'invitation:accepted', keyOf(id));
  step.dropped.push(`${member} ${keyOf(id)}`);
  if (own) step.dropped.push(`${member} request:${own.id}`, `${model.creator} request:${own.id}`);
}

function takeStoredSeat(
  step: Step,
  { member, role }: { member: number; role: number | null },
  { requests }: Transaction,
): void {
  const { model } = step;
  const stored = [...requests.values()].find(({ was, is }) => was === null && is?.requester === member)?.is;
  if (!stored) throw new Error(`no request was stored for the invited member ${member}`);
  model.requests.set(stored.id, { ...stored, stage: 'accepted', endedBy: null });
  model.team.add(member);
  if (role !== null) model.roleOf.set(member, role);
  step.endInterestOf(member);
  step.notifyTeam('seat:joined', `seat:${step.project}:${member}`, [member, model.creator]);
  step.broadcast([member], 'join-request:mine', stored.id);
}

export const shownInvitation = ({ stage, endedBy, answerByMs, reminders }: InvitationRow) => ({
  stage,
  endedBy,
  answerByMs,
  reminders,
});
