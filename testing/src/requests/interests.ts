import { requestServerLimits } from '@sangam/shared/requests/limits';
import type { Transaction } from './journal.js';
import type { Model, Step } from './model.js';
import { type ObservedAct, refuserOf, reminderOf } from './observed-act.js';

/** When a member may ask for a seat in the project or show interest again; 0 if there is no such time. */
export const askAgainAtMs = (model: Model, user: number): number =>
  Math.max(
    0,
    ...[...model.requests.values(), ...model.interests.values()]
      .filter(({ requester }) => requester === user)
      .map(
        (row) =>
          row.askAgainAtMs ??
          ('place' in row && row.stage === 'rejected'
            ? (row.decidedAtMs ?? 0) + requestServerLimits.askAgainAfterMs
            : 0),
      ),
  );

export function applyToInterest(step: Step, observed: ObservedAct, transaction: Transaction): void {
  const { act, subject, user } = observed;
  const { model } = step;
  const { interests } = transaction;
  const id = subject ?? 0;
  const key = `interest:${id}`;
  const isOver = (model.interests.get(id)?.answerByMs ?? Number.POSITIVE_INFINITY) <= step.atMs;
  const refuse = refuserOf(observed);
  switch (act) {
    case 'ask': {
      const stored = interests.get(id)?.is;
      if (!stored) throw new Error(`interest ${id} was not stored`);
      const shown = { ...stored };
      refuse(model.state !== 'open' || model.creator === user, model.state);
      refuse(model.team.has(shown.requester), 'has a seat');
      step.endOverdue('interest', shown.requester);
      const earlier = [...model.interests.values()].filter(({ requester }) => requester === user);
      refuse(
        earlier.some(({ stage }) => stage === 'pending' || stage === 'accepted'),
        'shown twice',
      );
      refuse(step.atMs < askAgainAtMs(model, shown.requester), 'may not ask again yet');
      model.interests.set(id, shown);
      model.askedSince.add(shown.requester);
      step.startDeadline(shown);
      step.reachedRows.push(`interest: ask, ${earlier.at(-1)?.stage ?? 'none'}`);
      for (const earlierInterest of earlier) step.dropped.push(`${model.creator} interest:${earlierInterest.id}`);
      step.notify(model.creator, 'interest:received', key);
      step.broadcast([model.creator], 'connection:created', id);
      step.broadcast([user ?? 0], 'connection:mine', id);
      return;
    }
    case 'approve':
    case 'deny':
      refuse(isOver, 'its time was over');
      step.actOnInterest(id, act);
      step.dropped.push(`${model.creator} ${key}`);
      return;
    case 'withdraw':
      refuse(isOver, 'its time was over');
      step.dropped.push(`${model.interests.get(id)?.requester} ${key}`);
      step.actOnInterest(id, act, 'withdrawn');
      return;
    case 'run_out':
      refuse(!isOver, 'its time was not over');
      step.actOnInterest(id, act, 'no_answer');
      return;
    case 'remind': {
      const known = model.interests.get(id);
      if (known?.stage !== 'pending') throw new Error(`interest ${id} is not pending`);
      const reminded = { ...known };
      reminded.reminders = interests.get(id)?.is?.reminders ?? 0;
      model.interests.set(id, reminded);
      step.reachedRows.push('interest: remind, pending');
      step.notify(model.creator, reminderOf('interest', transaction), key);
      return;
    }
    default:
      throw new Error(`${act} is not an act on interest`);
  }
}
