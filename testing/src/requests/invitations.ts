import { type InvitationAct, invitationActs } from '@sangam/shared/requests/invitation-transitions';
import { requestServerLimits } from '@sangam/shared/requests/limits';
import type { Happened } from './happened.js';
import type { InvitationRow, RequestRow, Transaction } from './journal.js';
import type { Step } from './model.js';

/** Moves an invitation as the table says, and shows both sides. Throws if the table forbids it. */
function actOn(step: Step, id: number, act: InvitationAct, endedBy?: InvitationRow['endedBy']): InvitationRow {
  const invitation = step.model.invitations.get(id);
  const { from, to, ends }: { from: readonly string[]; to: InvitationRow['stage'] | null; ends: string | null } =
    invitationActs[act];
  if (!invitation || !from.includes(invitation.stage))
    throw new Error(`${act} of invitation ${id}, ${invitation?.stage}`);
  step.met.push(`invitation: ${act}, ${invitation.stage}`);
  const why = endedBy ?? (ends as InvitationRow['endedBy']);
  const now = { ...invitation, stage: to ?? invitation.stage, endedBy: why };
  step.model.invitations.set(id, now);
  step.invitations.set(id, now);
  if (to !== null) step.broadcast([now.creator, now.member], 'invitation:changed', id);
  return now;
}

const keyOf = (id: number) => `invitation:${id}`;

const pendingOf = (step: Step): InvitationRow[] =>
  [...step.model.invitations.values()].filter(({ stage }) => stage === 'pending');

/** Ends what is overdue, though its timer has not run; only one member's if one is named. */
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

/** The creator has deleted their account. Nobody learns why the invitations ended. */
export function vanishInvitations(step: Step): void {
  for (const { id } of pendingOf(step)) {
    step.notify(actOn(step, id, 'vanish').member, 'project:unavailable', keyOf(id));
    step.read.push(`${step.model.creator} ${keyOf(id)}`);
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
    const named = role !== null && step.model.roles.has(role) ? role : null;
    return member === user && (answerByMs ?? 0) > step.atMs && step.freeSeats(named) > 0;
  });

const isWaiting = ({ stage }: RequestRow) => stage === 'pending' || stage === 'waitlisted' || stage === 'offered';

/** No member of this test has as many pending invitations as may be, so none is queued. */
export function applyToInvitation(step: Step, { act, subject, user }: Happened, transaction: Transaction): void {
  const { model } = step;
  const id = subject ?? 0;
  const isOver = (model.invitations.get(id)?.answerByMs ?? Number.POSITIVE_INFINITY) <= step.atMs;
  const refuse = (when: boolean, why: string) => {
    if (when) throw new Error(`${act} of invitation ${id} of ${user}: ${why}`);
  };
  const own = [...model.requests.values()].find((one) => one.requester === user && isWaiting(one));
  switch (act) {
    case 'invite': {
      const invited = transaction.invitations.get(id)?.is as InvitationRow;
      const earlier = [...model.invitations.values()].filter(({ member }) => member === user);
      refuse(model.state !== 'open', model.state);
      refuse(model.team.has(invited.member), 'has a seat');
      refuse(own !== undefined, 'has asked');
      refuse(step.freeSeats(invited.role) < 1, 'no seat is free');
      refuse(earlier.length > 0 && !model.askedSince.has(invited.member), 'was invited before');
      endOverdue(step, model.creator, invited.member);
      model.askedSince.delete(invited.member);
      const sent = { ...invited, reminders: 0, answerByMs: step.atMs + requestServerLimits.invitationMs };
      model.invitations.set(id, { ...sent, stage: 'queued' });
      step.met.push('invitation: invite, none');
      actOn(step, id, 'deliver');
      step.notify(invited.member, 'invitation:received', keyOf(id));
      return;
    }
    case 'accept': {
      refuse(isOver, 'its time was over');
      const { member } = actOn(step, id, 'accept');
      const invited = step.model.invitations.get(id)?.role ?? null;
      const named = invited !== null && model.roles.has(invited) ? invited : null;
      const role = named ?? own?.role ?? null;
      if (own) step.of(own.id).role = role;
      if (own) step.takeSeat(own.id, 'accept_invitation');
      else {
        const stored = [...transaction.requests.values()].find(
          ({ was, is }) => was === null && is?.requester === member,
        )?.is;
        if (!stored) throw new Error(`no request was stored for invitation ${id}`);
        model.requests.set(stored.id, { ...stored, stage: 'accepted', endedBy: null });
        model.team.add(member);
        if (role !== null) model.roleOf.set(member, role);
        step.notifyTeam('seat:joined', `seat:${step.project}:${member}`, [member, model.creator]);
        step.broadcast([member], 'join-request:mine', stored.id);
      }
      step.settle();
      step.notify(model.creator, 'invitation:accepted', keyOf(id));
      step.dropped.push(`${member} ${keyOf(id)}`);
      if (own) step.read.push(`${member} request:${own.id}`, `${model.creator} request:${own.id}`);
      return;
    }
    case 'decline':
      refuse(isOver, 'its time was over');
      step.dropped.push(`${actOn(step, id, act).member} ${keyOf(id)}`);
      step.notify(model.creator, 'invitation:declined', keyOf(id));
      return;
    case 'leave':
      step.dropped.push(`${actOn(step, id, act).member} ${keyOf(id)}`);
      step.notify(model.creator, isOver ? 'invitation:lapsed' : 'invitation:declined', keyOf(id));
      return;
    case 'withdraw':
      // It has ended for both already.
      if (transaction.invitations.get(id)?.is?.sentWithdrawn) {
        step.broadcast([model.invitations.get(id)?.creator ?? 0], 'invitation:changed', id);
        return;
      }
      refuse(isOver, 'its time was over');
      step.dropped.push(`${actOn(step, id, act).member} ${keyOf(id)}`);
      return;
    case 'run_out':
      refuse(!isOver, 'its time was not over');
      endOverdue(step, model.creator, user ?? 0);
      return;
    case 'remind': {
      const reminded = actOn(step, id, 'remind');
      reminded.reminders = transaction.invitations.get(id)?.is?.reminders ?? 0;
      const kind = transaction.notified[0]?.includes('last_day') ? 'invitation:last_day' : 'invitation:reminder';
      step.notify(reminded.member, kind, keyOf(id));
      return;
    }
    default:
      throw new Error(`${act} is not an act on invitations`);
  }
}

export const shownInvitation = (row: InvitationRow | undefined) =>
  row && { stage: row.stage, endedBy: row.endedBy, answerByMs: row.answerByMs, reminders: row.reminders };
