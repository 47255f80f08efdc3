import { endInvitations, vanishInvitations } from './invitations.js';
import type { Transaction } from './journal.js';
import { isWaiting, type Step } from './model.js';
import { type ObservedAct, refuserOf } from './observed-act.js';

export function applyToTransfer(step: Step, happened: ObservedAct, transaction: Transaction): void {
  const { act, user } = happened;
  const { model, project } = step;
  const to = user ?? 0;
  const key = `transfer:${project}:${to}`;
  const refuse = refuserOf(happened);
  switch (act) {
    case 'transfer': {
      refuse(model.transfers.size > 0 || !model.team.has(to), 'it may not be offered to them');
      const id = [...transaction.transfers.keys()][0] ?? 0;
      model.transfers.set(to, id);
      step.notify(to, 'offer:received', key);
      step.broadcast([model.creator, to], 'offer:changed', `${id} pending`);
      return;
    }
    case 'cancel_transfer':
      refuse(model.isSeekingCreator, 'it has lost its creator');
      step.endTransfer(to, 'taken_back');
      return;
    case 'decline_transfer': {
      const { isSeekingCreator } = model;
      step.giveUpTransfer(to, 'declined');
      if (isSeekingCreator) return;
      step.dropped.push(`${model.creator} ${key}`);
      step.notify(model.creator, 'offer:declined', key);
      return;
    }
    case 'accept_transfer':
      refuse(!model.transfers.has(to), 'it was not offered to them');
      changeCreator(step, to, transaction);
      return;
    case 'seek_creator':
      seekCreator(step, transaction);
      return;
    case 'come_back':
      refuse(!model.isSeekingCreator || transaction.deletedIds.has(model.creator), 'nobody came back');
      for (const recipient of [...model.transfers.keys()]) {
        step.endTransfer(recipient, 'taken_back');
        step.notify(recipient, 'offer:taken_back', `transfer:${project}:${recipient}`);
      }
      model.isSeekingCreator = false;
      return;
    default:
      throw new Error(`${act} is not an act on transfers`);
  }
}

/** The creator has deleted their account: ends everything pending, and offers the project to each member of the team. */
function seekCreator(step: Step, { transfers, deletedIds }: Transaction): void {
  const { model, project } = step;
  const { creator } = model;
  if (!deletedIds.has(creator)) throw new Error('the creator is still there');
  for (const user of [...model.transfers.keys()]) step.endTransfer(user, 'ended');
  for (const { id, requester } of [...model.requests.values()].filter(isWaiting)) {
    step.act(id, 'vanish');
    step.notify(requester, 'project:unavailable', `request:${id}`);
    step.dropped.push(`${creator} request:${id}`);
  }
  for (const { id } of [...model.interests.values()].filter(({ stage }) => stage === 'pending')) {
    step.actOnInterest(id, 'vanish', 'project_deleted');
    step.dropped.push(`${creator} interest:${id}`);
  }
  vanishInvitations(step);
  const successors = [...model.team].filter((user) => user !== creator && !deletedIds.has(user));
  for (const user of successors) {
    const [id] = [...transfers].find(([, { is }]) => is?.user === user) ?? [];
    if (id === undefined) throw new Error(`it was not offered to ${user}`);
    model.transfers.set(user, id);
    step.notify(user, 'offer:leaving', `transfer:${project}:${user}`);
    step.broadcast([creator, user], 'offer:changed', `${id} pending`);
  }
  model.isSeekingCreator = successors.length > 0;
  if (!model.isSeekingCreator) step.closeUnclaimed();
}

/** Closes a project that nobody has accepted in time, or that the last recipient has declined. */
export function closeUnclaimed(step: Step): void {
  const { model } = step;
  if (!model.isSeekingCreator) throw new Error('the project has a creator');
  for (const user of [...model.transfers.keys()]) step.endTransfer(user, 'given up');
  step.closeUnclaimed();
}

/** A former creator who has deleted their account gives up the seat that the new one gave them. */
function loseSeat(step: Step, formerCreator: number, seat: number): void {
  const { model } = step;
  step.act(seat, 'leave');
  model.team.delete(formerCreator);
  model.roleOf.delete(formerCreator);
  model.isSeekingCreator = false;
}

/** Makes the recipient of the transfer the creator. Pending requests move with the project. */
function changeCreator(step: Step, user: number, { requests }: Transaction): void {
  const { model } = step;
  const formerCreator = model.creator;
  step.endTransfer(user, 'accepted');
  for (const other of [...model.transfers.keys()]) step.endTransfer(other, 'given up');
  model.creator = user;
  const seat = [...model.requests.values()].find((one) => one.requester === user && one.stage === 'accepted');
  step.act(seat?.id ?? 0, 'accept_transfer');
  const newRequest = [...requests.values()].find(({ was, is }) => was === null && is?.requester === formerCreator)?.is;
  if (newRequest)
    model.requests.set(newRequest.id, {
      ...newRequest,
      stage: 'accepted',
      endedBy: null,
      role: model.roleOf.get(formerCreator) ?? null,
    });
  step.broadcast([formerCreator], 'join-request:mine', newRequest?.id ?? 0);
  step.notifyTeam('project:taken_over', `creator:${step.project}`, [user], user);
  step.broadcast([...model.team], 'project:taken-over', user);
  if (model.isSeekingCreator) loseSeat(step, formerCreator, newRequest?.id ?? 0);
  endInvitations(step, 'took_over', formerCreator);
  for (const { id, stage, requester } of [...model.requests.values()].filter(isWaiting)) {
    step.dropped.push(`${formerCreator} request:${id}`);
    step.broadcast([requester], 'join-request:mine', id);
    if (stage === 'pending') step.moveDeadline('request', step.of(id), formerCreator);
    else step.reachedRows.push(`request: move, ${stage}`);
  }
  for (const interest of [...model.interests.values()].filter(({ stage }) => stage === 'pending')) {
    const { id, requester } = interest;
    step.dropped.push(`${formerCreator} interest:${id}`);
    const movedInterest = { ...interest };
    model.interests.set(id, movedInterest);
    // Overdue interest stays as it is until its timer runs.
    if ((movedInterest.answerByMs ?? 0) > step.atMs) step.interests.set(id, movedInterest);
    step.moveDeadline('interest', movedInterest, formerCreator);
    step.broadcast([requester], 'connection:mine', id);
  }
}
