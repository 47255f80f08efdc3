import { nowMs } from '../../../lib/clock';
import { uuid } from '../../../lib/uuid';
import { kindOf } from './act-kinds';
import { keptItem, nextOrder, put, removePending, useOutbox } from './outbox';
import type { Pending, PendingAct } from './outbox.reduce';

/** The message that an act is about: stored, and so numbered, or waiting here, where its key is all that it has. */
export type ActTarget = Pick<PendingAct, 'receiver_id' | 'seq' | 'message'>;
export type Deed = Pick<PendingAct, 'verb' | 'text'>;

/**
 * Puts an act in the queue: it is on screen with the next frame. A message that has never begun to be sent is itself changed, and what
 * has never begun to be sent of the same kind is replaced.
 */
export function enqueueAct(target: ActTarget, deed: Deed): void {
  if (changeWaiting(target, deed)) return;
  for (const act of useOutbox.getState().acts)
    if (isOf(act, target) && replaces(deed, act) && !keptItem(act.client_id)?.tried) removePending(act.client_id);
  put({
    ...{ kind: 'act', client_id: uuid(), ...target, ...deed, order: nextOrder() },
    ...{ created_at: new Date(nowMs()).toISOString(), state: 'waiting', error: null },
  });
}

/** True when that was all. */
function changeWaiting({ message }: ActTarget, { verb, text }: Deed): boolean {
  if (message === null) return false;
  const waiting = keptItem(message);
  if (verb !== 'edit' && verb !== 'delete') return false;
  if (waiting?.kind !== 'pending' || waiting.tried || waiting.state !== 'waiting') return false;
  if (verb === 'delete') removePending(message);
  else put({ ...waiting, content: text });
  return true;
}

const isOf = (act: PendingAct, { receiver_id, seq, message }: ActTarget): boolean =>
  act.receiver_id === receiver_id && (seq === null ? act.message === message : act.seq === seq);

/** Nothing is to be said of a message that is deleted. */
const replaces = (deed: Deed, act: PendingAct): boolean => deed.verb === 'delete' || slotOf(deed) === slotOf(act);
const slotOf = ({ verb, text }: Deed): string => {
  const { slot } = kindOf(verb);
  return typeof slot === 'string' ? slot : slot(text);
};

/** The writer deletes a message that was refused: nothing is left to do to it. */
export function dropActsOn({ client_id }: Pending): void {
  for (const act of useOutbox.getState().acts)
    if (act.message === client_id && act.seq === null) removePending(act.client_id);
}
