import { isDeepStrictEqual } from 'node:util';
import { requestServerLimits } from '@sangam/shared/requests/limits';
import { type Happened, happenedIn } from './happened.js';
import { applyToInterest, askAgainAtMs } from './interests.js';
import { applyToInvitation, endCrossing, endInvitations, hasOpenInvitation, shownInvitation } from './invitations.js';
import { type InterestRow, type RequestRow, rolesAfter, type Transaction } from './journal.js';
import { isWaiting, type Model, Step } from './model.js';
import { applyToTransfer, runOut } from './transfers.js';

/** Applies a transaction's act to the model. Throws if the results differ, or if the act wasn't allowed. */
export function replay(model: Model, transaction: Transaction): Happened & Pick<Step, 'met' | 'broadcasts'> {
  const happened = happenedIn(transaction, model.isSought);
  const { state } = model;
  const step = new Step(model, atOf(transaction), transaction.project);
  const before = new Set(model.team);
  try {
    apply(step, happened, transaction);
    compare(step, before, transaction);
  } catch (cause) {
    const changes = [...transaction.requests, ...transaction.interests].map(([id, change]) => ({ id, ...change }));
    throw new Error(
      `${happened.act} at ${step.atMs}: ${cause instanceof Error ? cause.message : cause}. Changes: ${JSON.stringify(changes)}`,
      {
        cause,
      },
    );
  }
  const act = projectActOf(happened);
  return {
    ...happened,
    met: [...step.met, ...(act ? [`project: ${act}, ${state}`] : [])],
    broadcasts: step.broadcasts,
  };
}

/** The act's name in the table of projects; null for one that is only in another table. */
function projectActOf({ act, kind }: Happened): string | null {
  if (kind === null) return act;
  if (act === 'ask') return kind === 'interest' ? 'show_interest' : act;
  return act === 'remove' || (act === 'leave' && kind === 'request') ? act : null;
}

/** The transaction's time, as its rows show it. */
function atOf({ requests, interests, invitations, row }: Transaction): number {
  const changes = [...requests.values(), ...interests.values(), ...invitations.values()];
  const asked = changes.find(
    ({ was, is }) => (was === null || was.stage === 'rejected') && is?.stage === 'pending',
  )?.is;
  if (asked?.answerFromMs) return asked.answerFromMs;
  const offered = [...requests.values()].find(({ was, is }) => is?.stage === 'offered' && was?.stage !== 'offered')?.is;
  if (offered?.offeredUntilMs) return offered.offeredUntilMs - requestServerLimits.seatOfferMs;
  const decided = changes.find(({ was, is }) => is && is.decidedAtMs !== was?.decidedAtMs)?.is;
  const stayed = [...requests.values()].find(({ is }) => is?.stage === 'waitlisted')?.is?.waitsUntilMs;
  return decided?.decidedAtMs ?? row?.is?.confirmedAtMs ?? (stayed ? stayed - requestServerLimits.waitMs : 0);
}

function apply(step: Step, happened: Happened, transaction: Transaction): void {
  if (happened.kind === 'invitation') {
    applyToInvitation(step, happened, transaction);
    return;
  }
  if (happened.kind === 'interest') {
    applyToInterest(step, happened, transaction);
    return;
  }
  const { act, subject, user } = happened;
  const { model } = step;
  const { row, requests, notified } = transaction;
  const id = subject ?? 0;
  const isOver = (model.requests.get(id)?.answerByMs ?? Number.POSITIVE_INFINITY) <= step.atMs;
  const refuse = (when: boolean, why: string) => {
    if (when) throw new Error(`${act} of ${id} by ${user}: ${why}`);
  };
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
      // An edit with the same number of seats settles the waitlist, too.
      if (requests.size > 0) step.settle();
      return;
    case 'close':
    case 'reopen':
    case 'reopen_finished':
      if (subject === null) model.state = act === 'close' ? 'closed' : 'open';
      if (act === 'close') endInvitations(step, 'project_closed', model.creator);
      if (subject !== null) reopenRequest(step, id, refuse);
      return;
    case 'finish':
      model.state = 'finished';
      endInvitations(step, 'project_finished', model.creator);
      step.endPending('project_finished');
      return;
    case 'delete':
      refuse(model.team.size > 1, 'the team is not empty');
      model.state = 'deleted';
      model.team.clear();
      model.roles.clear();
      endInvitations(step, 'project_deleted', model.creator);
      step.endPending('project_deleted');
      return;
    case 'ask': {
      const asked = { ...(requests.get(id)?.is as RequestRow) };
      step.endOverdue('request', asked.requester);
      step.settle();
      // Their own seat offer may just have expired.
      const earlier = [...model.requests.values()].filter(({ requester }) => requester === asked.requester);
      const last = earlier.at(-1);
      refuse(model.state !== 'open', model.state);
      refuse(model.team.has(asked.requester), 'has a seat');
      refuse(asked.role !== null && !model.roles.has(asked.role), 'there is no such role');
      refuse(step.freeSeats(asked.role) < 1 && !asked.isForWaitlist, 'no seat is free');
      refuse(step.freeSeats(asked.role) > 0 && asked.isForWaitlist, 'a seat is free');
      refuse(earlier.some(isWaiting), 'asked twice');
      refuse(hasOpenInvitation(step, asked.requester), 'was invited to a free seat');
      refuse(step.atMs < askAgainAtMs(model, asked.requester), 'may not ask again yet');
      model.requests.set(id, asked);
      model.askedSince.add(asked.requester);
      step.startDeadline(asked);
      step.met.push(`request: ask, ${last?.stage ?? 'none'}`);
      for (const one of earlier) step.dropped.push(`${model.creator} request:${one.id}`);
      step.notify(model.creator, 'request:received', `request:${id}`);
      step.broadcast([model.creator], 'join-request:created', id);
      step.broadcast([asked.requester], 'join-request:mine', id);
      return;
    }
    case 'accept':
    case 'take_offer':
      refuse(isOver, 'its time was over');
      step.settle();
      if (act === 'accept') step.notify(step.of(id).requester, 'request:accepted', `request:${id}`);
      step.takeSeat(id, act);
      endCrossing(step, step.of(id).requester, 'join');
      step.settle();
      step.read.push(`${act === 'accept' ? model.creator : user} request:${id}`);
      return;
    case 'reject':
      refuse(isOver, 'its time was over');
      step.notify(step.act(id, act).requester, 'request:rejected', `request:${id}`);
      endCrossing(step, step.of(id).requester, 'reject');
      step.settle();
      step.read.push(`${model.creator} request:${id}`);
      return;
    case 'add_to_waitlist': {
      refuse(isOver, 'its time was over');
      const placed = step.act(id, act);
      // A request on the waitlist has no deadline.
      placed.answerByMs = null;
      placed.reminders = 0;
      step.settle();
      step.read.push(`${model.creator} request:${id}`);
      if (placed.stage === 'waitlisted') step.notify(placed.requester, 'line:placed', `request:${id}`);
      return;
    }
    case 'stay': {
      const was = step.of(id);
      refuse((was.waitsUntilMs ?? 0) <= step.atMs, 'its time was over');
      if (was.reminders > 0) step.dropped.push(`${was.requester} request:${id}`);
      Object.assign(step.act(id, act), { reminders: 0, waitsUntilMs: step.atMs + requestServerLimits.waitMs });
      return;
    }
    case 'withdraw':
    case 'decline_offer':
      refuse(isOver || (step.of(id).waitsUntilMs ?? Infinity) <= step.atMs, 'its time was over');
      refuse((step.of(id).offeredUntilMs ?? Infinity) <= step.atMs, 'the offer was over');
      step.act(id, act);
      step.notify(model.creator, act === 'withdraw' ? 'request:withdrawn' : 'seat:declined', `request:${id}`);
      step.settle();
      return;
    case 'leave':
    case 'remove':
      step.freeSeat(id, act);
      step.settle();
      return;
    case 'run_out':
      if (subject === null) {
        runOut(step);
        return;
      }
      refuse(step.atMs < (step.of(id).answerByMs ?? Infinity), 'its time was not over');
      step.notify(step.act(id, act).requester, 'request:unanswered', `request:${id}`);
      step.notify(model.creator, 'request:lapsed', `request:${id}`);
      step.settle();
      return;
    case 'remind':
      step.of(id).reminders = requests.get(id)?.is?.reminders ?? 0;
      if (step.of(id).stage === 'waitlisted') {
        step.met.push('request: remind_waiting, waitlisted');
        const kind = notified[0]?.includes('last_day') ? 'waitlist:last_day' : 'waitlist:reminder';
        step.notify(step.of(id).requester, kind, `request:${id}`);
        return;
      }
      refuse(step.of(id).stage !== 'pending', 'is not pending');
      step.met.push('request: remind, pending');
      step.notify(
        model.creator,
        notified[0]?.includes('last_day') ? 'request:last_day' : 'request:reminder',
        `request:${id}`,
      );
      return;
    case 'transfer':
    case 'cancel_transfer':
    case 'decline_transfer':
    case 'accept_transfer':
    case 'seek_creator':
    case 'come_back':
      applyToTransfer(step, happened, transaction);
      return;
    case 'unlist':
      if (model.state === 'open')
        step.notified.push(...notified.filter((one) => one.startsWith(`${model.creator} project:unlisted`)));
      return;
    case 'tick':
      if (requests.size > 0) step.settle();
      return;
    default:
      throw new Error(`${act} is not an act of members`);
  }
}

/** Takes back a rejection of the last 7 days. */
function reopenRequest(step: Step, id: number, refuse: (when: boolean, why: string) => void): void {
  const { model } = step;
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

const shown = ({
  stage,
  place,
  offeredUntilMs,
  waitsUntilMs,
  endedBy,
  askAgainAtMs,
  answerByMs,
  reminders,
  role,
}: RequestRow) => ({ stage, place, offeredUntilMs, waitsUntilMs, endedBy, askAgainAtMs, answerByMs, reminders, role });

function compare(step: Step, team: ReadonlySet<number>, transaction: Transaction): void {
  const { model } = step;
  const equal = (what: string, is: unknown, expected: unknown) => {
    if (!isDeepStrictEqual(is, expected))
      throw new Error(`${what}: ${JSON.stringify(is)}, where the rules say ${JSON.stringify(expected)}`);
  };
  for (const id of new Set([...step.touched.keys(), ...transaction.requests.keys()])) {
    const [is, expected] = [transaction.requests.get(id)?.is, model.requests.get(id)];
    if (!expected) throw new Error(`request ${id} is not known`);
    equal(`request ${id}`, is ? shown(is) : 'as before', shown(expected));
    if (is) expected.decidedAtMs = is.decidedAtMs;
  }
  for (const id of new Set([...step.interests.keys(), ...transaction.interests.keys()])) {
    const of = (row: InterestRow | null | undefined) =>
      row && {
        stage: row.stage,
        endedBy: row.endedBy,
        askAgainAtMs: row.askAgainAtMs,
        answerByMs: row.answerByMs,
        reminders: row.reminders,
      };
    const is = transaction.interests.get(id)?.is;
    equal(`interest ${id}`, of(is) ?? 'as before', of(model.interests.get(id)));
  }
  for (const id of new Set([...step.invitations.keys(), ...transaction.invitations.keys()])) {
    const is = transaction.invitations.get(id)?.is;
    equal(`invitation ${id}`, is ? shownInvitation(is) : 'as before', shownInvitation(model.invitations.get(id)));
  }
  equal(
    'joined',
    transaction.joined,
    [...model.team].filter((user) => !team.has(user)),
  );
  equal(
    'left',
    transaction.left,
    [...team].filter((user) => !model.team.has(user)),
  );
  for (const [user, role] of transaction.joinedAs) equal(`role of ${user}`, role, model.roleOf.get(user) ?? null);
  const { notified, read, dropped } = step.takeNotifications();
  equal('new notifications', transaction.notified.toSorted(), notified.toSorted());
  equal('read notifications', transaction.read.toSorted(), read.toSorted());
  equal('dropped notifications', transaction.dropped.toSorted(), dropped.toSorted());
  equal('answer record', transaction.counted.toSorted(), step.counted.toSorted());
  if (model.state === 'deleted') return;
  if (transaction.row?.is) equal('seats taken', transaction.row.is.taken, model.team.size);
  const held = [...model.requests.values()].filter(({ stage }) => stage === 'offered').length;
  step.checkSeats();
  if (model.team.size + held > model.seats) throw new Error(`${model.team.size} and ${held} of ${model.seats} seats`);
}
