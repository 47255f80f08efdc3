import { isDeepStrictEqual } from 'node:util';
import type { RequestRow, Transaction } from './request-journal.js';
import { type Happened, happenedIn, isWaiting, type Model, Step } from './request-model.js';

/** Lets the model do what the transaction did. Throws where the two differ, or where it was not allowed. */
export function replay(model: Model, transaction: Transaction): Happened {
  const happened = happenedIn(transaction);
  const step = new Step(model, atOf(transaction));
  const before = new Set(model.team);
  apply(step, happened, transaction);
  compare(step, before, transaction);
  return happened;
}

/** The time of the clock at which it was done, by what it wrote. */
function atOf({ requests, row }: Transaction): number {
  const changes = [...requests.values()];
  const offered = changes.find(({ was, is }) => is?.stage === 'offered' && was?.stage !== 'offered')?.is;
  if (offered?.offeredUntilMs) return offered.offeredUntilMs - OFFER_MS;
  const decided = changes.find(({ was, is }) => is && is.decidedAtMs !== was?.decidedAtMs)?.is;
  return decided?.decidedAtMs ?? row?.is?.confirmedAtMs ?? 0;
}
const OFFER_MS = 48 * 3_600_000;

function apply(step: Step, { act, request, user }: Happened, { row, requests, offers, told }: Transaction): void {
  const { model } = step;
  const id = request ?? 0;
  const offer = [...offers.keys()][0] ?? 0;
  const refuse = (when: boolean, why: string) => {
    if (when) throw new Error(`${act} of request ${id} by ${user}: ${why}`);
  };
  switch (act) {
    case 'create':
      Object.assign(model, { creator: user, seats: row?.is?.seats, state: 'open', team: new Set([user]) });
      return;
    case 'edit':
      model.seats = row?.is?.seats ?? 0;
      step.settle();
      return;
    case 'confirm':
      // An edit that names the same seats brings the line up to the clock, too.
      if (requests.size > 0) step.settle();
      return;
    case 'close':
    case 'reopen':
      model.state = act === 'close' ? 'closed' : 'open';
      return;
    case 'finish':
      model.state = 'finished';
      step.endWaiting('project_finished');
      return;
    case 'ask': {
      const asked = requests.get(id)?.is as RequestRow;
      refuse(model.state !== 'open', model.state);
      refuse(model.team.has(asked.requester), 'has a seat');
      refuse(model.team.size >= model.seats, 'the team is full');
      refuse(
        [...model.requests.values()].some((one) => one.requester === asked.requester && isWaiting(one)),
        'asked twice',
      );
      model.requests.set(id, asked);
      step.tell(model.creator, 'request:received', `request:${id}`);
      return;
    }
    case 'accept':
    case 'take_offer':
      step.settle();
      if (act === 'accept') step.tell(step.of(id).requester, 'request:accepted', `request:${id}`);
      step.takeSeat(id, act);
      step.settle();
      return;
    case 'reject':
      step.tell(step.act(id, act).requester, 'request:rejected', `request:${id}`);
      step.settle();
      return;
    case 'put_in_line': {
      const last = Math.max(0, ...[...model.requests.values()].map(({ place }) => place));
      step.act(id, act).place = last + 1;
      step.settle();
      const { stage, requester } = step.of(id);
      if (stage === 'in_line') step.tell(requester, 'line:placed', `request:${id}`);
      return;
    }
    case 'withdraw':
    case 'decline_offer':
      refuse((step.of(id).offeredUntilMs ?? Infinity) <= step.atMs, 'the offer was over');
      step.act(id, act);
      step.tell(model.creator, act === 'withdraw' ? 'request:withdrawn' : 'seat:declined', `request:${id}`);
      step.settle();
      return;
    case 'leave':
    case 'remove':
      step.freeSeat(id, act);
      step.settle();
      return;
    case 'run_out':
      refuse(step.atMs < (step.of(id).answerByMs ?? Infinity), 'its time was not over');
      step.tell(step.act(id, act).requester, 'request:unanswered', `request:${id}`);
      step.tell(model.creator, 'request:lapsed', `request:${id}`);
      return;
    case 'remind':
      step.tell(
        model.creator,
        told[0]?.includes('last_day') ? 'request:last_day' : 'request:reminder',
        `request:${id}`,
      );
      return;
    case 'hand_over':
      refuse(model.offer !== null || !model.team.has(user ?? 0), 'it may not be offered to them');
      model.offer = { id: offer, user: user ?? 0 };
      step.tell(user ?? 0, 'offer:received', `offer:${offer}`);
      return;
    case 'stop_hand_over':
    case 'decline':
      model.offer = null;
      if (act === 'decline') step.tell(model.creator, 'offer:declined', `offer:${offer}`);
      else step.tell(user ?? 0, 'offer:taken_back', `offer:${offer}`);
      return;
    case 'take_over': {
      refuse(model.offer?.user !== user, 'it was not offered to them');
      const former = model.creator;
      const seat = [...model.requests.values()].find((one) => one.requester === user && one.stage === 'accepted');
      step.act(seat?.id ?? 0, 'take_over');
      const [, given] = [...requests].find(([, one]) => one.was === null && one.is?.requester === former) ?? [];
      if (given?.is) model.requests.set(given.is.id, given.is);
      Object.assign(model, { creator: user, offer: null });
      step.tellTeam('project:taken_over', `offer:${offer}`, [user ?? 0]);
      for (const one of model.requests.values())
        if (one.stage === 'pending') step.tell(user ?? 0, 'request:received', `request:${one.id}`);
      return;
    }
    case 'unlist':
      if (model.state === 'open')
        step.told.push(...told.filter((one) => one.startsWith(`${model.creator} project:unlisted`)));
      return;
    case 'tick':
      if (requests.size > 0) step.settle();
      return;
    default:
      throw new Error(`${act} was done, which nobody did`);
  }
}

const shown = ({ stage, place, offeredUntilMs, endedBy }: RequestRow) => ({ stage, place, offeredUntilMs, endedBy });

function compare({ model, told, touched }: Step, team: ReadonlySet<number>, transaction: Transaction): void {
  const equal = (what: string, is: unknown, expected: unknown) => {
    if (!isDeepStrictEqual(is, expected))
      throw new Error(`${what}: ${JSON.stringify(is)}, where the rules say ${JSON.stringify(expected)}`);
  };
  for (const id of new Set([...touched.keys(), ...transaction.requests.keys()])) {
    const [is, expected] = [transaction.requests.get(id)?.is, model.requests.get(id)];
    if (!expected) throw new Error(`request ${id} is not known`);
    equal(`request ${id}`, is ? shown(is) : 'as before', shown(expected));
    if (is)
      Object.assign(expected, { answerByMs: is.answerByMs, decidedAtMs: is.decidedAtMs, reminders: is.reminders });
  }
  equal(
    'who came',
    transaction.joined,
    [...model.team].filter((user) => !team.has(user)),
  );
  equal(
    'who went',
    transaction.left,
    [...team].filter((user) => !model.team.has(user)),
  );
  equal('who was told', transaction.told.toSorted(), told.toSorted());
  if (transaction.row?.is) equal('seats taken', transaction.row.is.taken, model.team.size);
  const held = [...model.requests.values()].filter(({ stage }) => stage === 'offered').length;
  if (model.team.size + held > model.seats) throw new Error(`${model.team.size} and ${held} of ${model.seats} seats`);
}
