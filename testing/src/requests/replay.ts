import { isDeepStrictEqual } from 'node:util';
import { requestServerLimits } from '@sangam/shared/requests/limits';
import { applyToInterest } from './interests.js';
import { applyToInvitation, shownInvitation } from './invitations.js';
import { applyToRequest } from './join-requests.js';
import type { InterestRow, RequestRow, Transaction } from './journal.js';
import { type Model, Step } from './model.js';
import { type ObservedAct, observedActIn } from './observed-act.js';
import { applyToProject } from './projects.js';

/** Applies a transaction's action to the model. Throws if the results differ, or if the action wasn't allowed. */
export function replay(model: Model, transaction: Transaction): ObservedAct & Pick<Step, 'reachedRows' | 'broadcasts'> {
  const happened = observedActIn(transaction, model.isSeekingCreator);
  const { state } = model;
  const step = new Step(model, atOf(transaction), transaction.project);
  const before = new Set(model.team);
  try {
    const apply = happened.kind === null ? applyToProject : applyTo[happened.kind];
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
    reachedRows: [...step.reachedRows, ...(act ? [`project: ${act}, ${state}`] : [])],
    broadcasts: step.broadcasts,
  };
}

/** Returns the action's name in the table of projects; null for an action that is only in another table. */
function projectActOf({ act, kind }: ObservedAct): string | null {
  if (kind === null) return act;
  if (act === 'ask') return kind === 'interest' ? 'show_interest' : act;
  return act === 'remove' || (act === 'leave' && kind === 'request') ? act : null;
}

/** Returns the transaction's time, as its rows show it. */
function atOf({ requests, interests, invitations, row }: Transaction): number {
  const changes = [...requests.values(), ...interests.values(), ...invitations.values()];
  const newlyPending = changes.find(
    ({ was, is }) => (was === null || was.stage === 'rejected') && is?.stage === 'pending',
  )?.is;
  if (newlyPending?.answerFromMs) return newlyPending.answerFromMs;
  const offered = [...requests.values()].find(({ was, is }) => is?.stage === 'offered' && was?.stage !== 'offered')?.is;
  if (offered?.offeredUntilMs) return offered.offeredUntilMs - requestServerLimits.seatOfferMs;
  const decided = changes.find(({ was, is }) => is && is.decidedAtMs !== was?.decidedAtMs)?.is;
  const waitsUntilMs = [...requests.values()].find(({ is }) => is?.stage === 'waitlisted')?.is?.waitsUntilMs;
  return (
    decided?.decidedAtMs ?? row?.is?.confirmedAtMs ?? (waitsUntilMs ? waitsUntilMs - requestServerLimits.waitMs : 0)
  );
}

const applyTo = { request: applyToRequest, interest: applyToInterest, invitation: applyToInvitation };

const comparedRequest = (row: RequestRow) => {
  const { stage, place, offeredUntilMs, waitsUntilMs, endedBy, askAgainAtMs, answerByMs, reminders, role } = row;
  return { stage, place, offeredUntilMs, waitsUntilMs, endedBy, askAgainAtMs, answerByMs, reminders, role };
};
const comparedInterest = ({ stage, endedBy, askAgainAtMs, answerByMs, reminders }: InterestRow) => ({
  stage,
  endedBy,
  askAgainAtMs,
  answerByMs,
  reminders,
});

function equal(name: string, is: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(is, expected))
    throw new Error(`${name}: ${JSON.stringify(is)}, where the rules say ${JSON.stringify(expected)}`);
}

interface Rows<Row> {
  /** The rows that the action changed in the model. */
  touched: ReadonlyMap<number, Row>;
  /** The rows that the action changed in the database. */
  changed: ReadonlyMap<number, { is: Row | null }>;
  expected: ReadonlyMap<number, Row>;
}

function compareRows<Row>(
  kind: string,
  comparedFields: (row: Row) => object,
  { touched, changed, expected }: Rows<Row>,
): void {
  for (const id of new Set([...touched.keys(), ...changed.keys()])) {
    const [is, rules] = [changed.get(id)?.is, expected.get(id)];
    equal(`${kind} ${id}`, is ? comparedFields(is) : 'as before', rules ? comparedFields(rules) : 'unknown');
  }
}

function compare(step: Step, team: ReadonlySet<number>, transaction: Transaction): void {
  const { model } = step;
  const { requests, interests, invitations } = transaction;
  compareRows('request', comparedRequest, { touched: step.touched, changed: requests, expected: model.requests });
  for (const [id, { is }] of requests) {
    const expected = model.requests.get(id);
    if (is && expected) expected.decidedAtMs = is.decidedAtMs;
  }
  compareRows('interest', comparedInterest, { touched: step.interests, changed: interests, expected: model.interests });
  compareRows('invitation', shownInvitation, {
    touched: step.invitations,
    changed: invitations,
    expected: model.invitations,
  });
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
  const { notified, dropped } = step.takeNotifications();
  equal('new notifications', transaction.notified.toSorted(), notified.toSorted());
  equal('read notifications', transaction.read, []);
  equal('dropped notifications', transaction.dropped.toSorted(), dropped.toSorted());
  equal('answer record', transaction.counted.toSorted(), step.counted.toSorted());
  if (model.state === 'deleted') return;
  if (transaction.row?.is) equal('seats taken', transaction.row.is.taken, model.team.size);
  const offeredSeats = [...model.requests.values()].filter(({ stage }) => stage === 'offered').length;
  step.checkSeats();
  if (model.team.size + offeredSeats > model.seats)
    throw new Error(`${model.team.size} and ${offeredSeats} of ${model.seats} seats`);
}
