import { create } from 'zustand';
import { onReset } from '../../../core/store/reset';
import { nowMs } from '../../../lib/clock';
import { uuid } from '../../../lib/uuid';
import { kindOf } from './act-kinds';
import { nextOrder, put, removePending, storedItem, useOutbox } from './outbox';
import type { Pending, PendingAct } from './outbox-order';

/** The message that an act is about: stored, and so numbered, or waiting here, where its key is all that it has. */
export type ActTarget = Pick<PendingAct, 'receiver_id' | 'seq' | 'message'>;
export type MessageChange = Pick<PendingAct, 'verb' | 'text'>;

/**
 * Puts an act in the queue: it is on screen with the next frame. A message that has never begun to be sent is itself changed, and what
 * has never begun to be sent of the same kind is replaced.
 */
export function enqueueAct(target: ActTarget, change: MessageChange): void {
  if (changeWaiting(target, change)) return;
  for (const act of useOutbox.getState().acts)
    if (isOf(act, target) && replaces(change, act) && !storedItem(act.client_id)?.tried) removePending(act.client_id);
  put({
    ...{ kind: 'act', client_id: uuid(), ...target, ...change, order: nextOrder() },
    ...{ created_at: new Date(nowMs()).toISOString(), state: 'waiting', error: null },
  });
}

/** True when that was all. */
function changeWaiting({ message }: ActTarget, { verb, text }: MessageChange): boolean {
  if (message === null) return false;
  const waiting = storedItem(message);
  if (verb !== 'edit' && verb !== 'delete') return false;
  if (waiting?.kind !== 'pending' || waiting.tried || waiting.state !== 'waiting') return false;
  if (verb === 'delete') removePending(message);
  else put({ ...waiting, content: text });
  return true;
}

const isOf = (act: PendingAct, { receiver_id, seq, message }: ActTarget): boolean =>
  act.receiver_id === receiver_id && (seq === null ? act.message === message : act.seq === seq);

/** Nothing is to be said of a message that is deleted. */
const replaces = (change: MessageChange, act: PendingAct): boolean =>
  change.verb === 'delete' || slotOf(change) === slotOf(act);
const slotOf = ({ verb, text }: MessageChange): string => {
  const { slot } = kindOf(verb);
  return typeof slot === 'string' ? slot : slot(text);
};

/** The writer deletes a message that was refused: nothing is left to do to it. */
export function dropActsOn({ client_id }: Pending): void {
  for (const act of useOutbox.getState().acts)
    if (act.message === client_id && act.seq === null) removePending(act.client_id);
}

/** A conversation is opened: a mark of it that has not begun to be sent is over. */
export function dropUnsentMarks(otherId: number): void {
  for (const act of useOutbox.getState().acts)
    if (act.verb === 'unread' && act.receiver_id === otherId && !storedItem(act.client_id)?.tried)
      removePending(act.client_id);
}

/** What the member is about to do to a message: to edit it in the composer, to delete it, which is asked first, or to choose an emoji. */
export interface Acting {
  verb: 'edit' | 'delete' | 'react';
  target: ActTarget;
  /** What the message says. */
  content: string;
}

export const useActing = create<{ acting: Acting | null }>(() => ({ acting: null }));
onReset(() => setActing(null));

export const setActing = (acting: Acting | null): void => useActing.setState({ acting });
