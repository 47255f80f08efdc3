import { endInvitations } from './invitations.js';
import { rolesAfter, type Transaction } from './journal.js';
import type { Step } from './model.js';
import { type ObservedAct, refuserOf } from './observed-act.js';
import { applyToTransfer, closeUnclaimed } from './transfers.js';

export function applyToProject(step: Step, happened: ObservedAct, transaction: Transaction): void {
  const { act, user } = happened;
  const { model } = step;
  const { row, requests, notified } = transaction;
  switch (act) {
    case 'create':
      Object.assign(model, { creator: user, seats: row?.is?.seats, state: 'open', team: new Set([user]) });
      model.answerDays = row?.is?.answerDays ?? 0;
      step.setRoles(rolesAfter(model.roles, transaction));
      return;
    case 'edit':
      model.seats = row?.is?.seats ?? 0;
      step.setRoles(rolesAfter(model.roles, transaction));
      step.settle();
      return;
    case 'confirm':
    case 'tick':
      // An edit with the same number of seats settles the waitlist, too.
      if (requests.size > 0) step.settle();
      return;
    case 'close':
      model.state = 'closed';
      endInvitations(step, 'project_closed', model.creator);
      return;
    case 'reopen':
    case 'reopen_finished':
      model.state = 'open';
      return;
    case 'finish':
      model.state = 'finished';
      endInvitations(step, 'project_finished', model.creator);
      step.endPending('project_finished');
      return;
    case 'delete':
      refuserOf(happened)(model.team.size > 1, 'the team is not empty');
      model.state = 'deleted';
      model.team.clear();
      model.roles.clear();
      endInvitations(step, 'project_deleted', model.creator);
      step.endPending('project_deleted');
      return;
    case 'run_out':
      closeUnclaimed(step);
      return;
    case 'unlist':
      if (model.state === 'open')
        step.notified.push(...notified.filter((one) => one.startsWith(`${model.creator} project:unlisted`)));
      return;
    default:
      applyToTransfer(step, happened, transaction);
  }
}
