import { requestServerLimits } from '@sangam/shared/requests/limits';
import { askAgainAtMs } from './interests.js';
import { endCrossing, hasOpenInvitation } from './invitations.js';
import type { RequestRow, Transaction } from './journal.js';
import { isWaiting, type Step } from './model.js';
import { type ObservedAct, refuserOf, reminderOf } from './observed-act.js';

export function applyToRequest(step: Step, observed: ObservedAct, transaction: Transaction): void {
  const { act, subject, user } = observed;
  const { model, atMs } = step;
  const id = subject ?? 0;
  const key = `request:${id}`;
  const refuse = refuserOf(observed);
  const refuseIfOver = () => refuse((model.requests.get(id)?.answerByMs ?? Infinity) <= atMs, 'its time was over');
  const answeredBy = (user: number | null) => step.dropped.push(`${user} ${key}`);
  switch (act) {
    case 'ask':
      ask(step, id, observed, transaction);
      return;
    case 'reopen':
      reopen(step, id, observed);
      return;
    case 'accept':
    case 'take_offer':
      refuseIfOver();
      step.settle();
      if (act === 'accept') step.notify(step.of(id).requester, 'request:accepted', key);
      step.takeSeat(id, act);
      endCrossing(step, step.of(id).requester, 'join');
      step.settle();
      answeredBy(act === 'accept' ? model.creator : user);
      return;
    case 'reject':
      refuseIfOver();
      step.notify(step.act(id, act).requester, 'request:rejected', key);
      endCrossing(step, step.of(id).requester, 'reject');
      step.settle();
      answeredBy(model.creator);
      return;
    case 'add_to_waitlist': {
      refuseIfOver();
      const waitlisted = step.act(id, act);
      // A request on the waitlist has no deadline.
      waitlisted.answerByMs = null;
      waitlisted.reminders = 0;
      step.settle();
      answeredBy(model.creator);
      if (waitlisted.stage === 'waitlisted') step.notify(waitlisted.requester, 'line:placed', key);
      return;
    }
    case 'stay': {
      const before = step.of(id);
      refuse((before.waitsUntilMs ?? 0) <= atMs, 'its time was over');
      if (before.reminders > 0) step.dropped.push(`${before.requester} ${key}`);
      Object.assign(step.act(id, act), { reminders: 0, waitsUntilMs: atMs + requestServerLimits.waitMs });
      return;
    }
    case 'withdraw':
    case 'decline_offer':
      refuseIfOver();
      refuse((step.of(id).waitsUntilMs ?? Infinity) <= atMs, 'its time was over');
      refuse((step.of(id).offeredUntilMs ?? Infinity) <= atMs, 'the offer was over');
      step.dropped.push(`${step.of(id).requester} ${key}`);
      step.act(id, act);
      step.notify(model.creator, act === 'withdraw' ? 'request:withdrawn' : 'seat:declined', key);
      step.settle();
      return;
    case 'leave':
    case 'remove':
      step.freeSeat(id, act);
      step.settle();
      return;
    case 'run_out':
      refuse(atMs < (step.of(id).answerByMs ?? Infinity), 'its time was not over');
      step.notify(step.act(id, act).requester, 'request:unanswered', key);
      step.notify(model.creator, 'request:lapsed', key);
      step.settle();
      return;
    case 'remind': {
      const reminded = step.of(id);
      reminded.reminders = transaction.requests.get(id)?.is?.reminders ?? 0;
      if (reminded.stage === 'waitlisted') {
        step.reachedRows.push('request: remind_waiting, waitlisted');
        step.notify(reminded.requester, reminderOf('waitlist', transaction), key);
        return;
      }
      refuse(reminded.stage !== 'pending', 'is not pending');
      step.reachedRows.push('request: remind, pending');
      step.notify(model.creator, reminderOf('request', transaction), key);
      return;
    }
    default:
      throw new Error(`${act} is not an act on join requests`);
  }
}

function ask(step: Step, id: number, observed: ObservedAct, { requests }: Transaction): void {
  const { model } = step;
  const refuse = refuserOf(observed);
  const stored = requests.get(id)?.is;
  if (!stored) throw new Error(`request ${id} was not stored`);
  const request = { ...stored };
  step.endOverdue('request', request.requester);
  step.settle();
  // Their own seat offer may just have expired.
  const earlier = [...model.requests.values()].filter(({ requester }) => requester === request.requester);
  refuse(model.state !== 'open', model.state);
  refuse(model.team.has(request.requester), 'has a seat');
  refuse(request.role !== null && !model.roles.has(request.role), 'there is no such role');
  refuse(step.freeSeats(request.role) < 1 && !request.isForWaitlist, 'no seat is free');
  refuse(step.freeSeats(request.role) > 0 && request.isForWaitlist, 'a seat is free');
  refuse(earlier.some(isWaiting), 'asked twice');
  refuse(hasOpenInvitation(step, request.requester), 'was invited to a free seat');
  refuse(step.atMs < askAgainAtMs(model, request.requester), 'may not ask again yet');
  model.requests.set(id, request);
  model.askedSince.add(request.requester);
  step.startDeadline(request);
  step.reachedRows.push(`request: ask, ${earlier.at(-1)?.stage ?? 'none'}`);
  for (const earlierRequest of earlier) step.dropped.push(`${model.creator} request:${earlierRequest.id}`);
  step.notify(model.creator, 'request:received', `request:${id}`);
  step.broadcast([model.creator], 'join-request:created', id);
  step.broadcast([request.requester], 'join-request:mine', id);
}

/** Reopens a request that was rejected in the last 7 days. */
function reopen(step: Step, id: number, observed: ObservedAct): void {
  const { model } = step;
  const refuse = refuserOf(observed);
  const { requester, decidedAtMs, role } = step.of(id);
  refuse(model.state !== 'open', model.state);
  refuse(step.atMs >= (decidedAtMs ?? 0) + requestServerLimits.reopenMs, 'was rejected more than 7 days ago');
  refuse(model.team.has(requester), 'has a seat');
  const isOfRequester = (one: RequestRow) => one.requester === requester;
  refuse(
    [...model.requests.values()].filter(isOfRequester).some((one) => one.id > id),
    'has a newer request',
  );
  const reopened = step.act(id, 'reopen');
  if (role !== null && !model.roles.has(role)) reopened.role = null;
  step.startDeadline(reopened);
  step.dropped.push(`${model.creator} request:${id}`);
  step.notify(requester, 'request:reopened', `request:${id}`);
}
