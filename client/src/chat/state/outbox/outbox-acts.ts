import { create } from 'zustand';
import { onReset } from '../../../core/store/reset';
import { nowMs } from '../../../lib/clock';
import { uuid } from '../../../lib/uuid';
import { kindOf } from './act-kinds';
import { nextOrder, put, removePending, storedItem, useOutbox } from './outbox';
import type { Pending, PendingAct } from './outbox-order';

/** The message an act is about: stored, with a number, or pending, with only its key. */
export type ActTarget = Pick<PendingAct, 'receiver_id' | 'seq' | 'message'>;
export type MessageChange = Pick<PendingAct, 'verb' | 'text'>;

/**
 * Queues an act; it shows with the next frame. A message that hasn't begun to be sent is changed itself, and an unsent
 * act of the same kind is replaced.
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

/** Returns true when nothing else is needed. */
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

/** A deletion replaces all other acts. */
const replaces = (change: MessageChange, act: PendingAct): boolean =>
  change.verb === 'delete' || slotOf(change) === slotOf(act);
const slotOf = ({ verb, text }: MessageChange): string => {
  const { slot } = kindOf(verb);
  return typeof slot === 'string' ? slot : slot(text);
};

/** Drops the acts on a rejected message that its author deletes. */
export function dropActsOn({ client_id }: Pending): void {
  for (const act of useOutbox.getState().acts)
    if (act.message === client_id && act.seq === null) removePending(act.client_id);
}

/** Drops unsent unread marks of a conversation that is opened. */
export function dropUnsentMarks(otherId: number): void {
  for (const act of useOutbox.getState().acts)
    if (act.verb === 'unread' && act.receiver_id === otherId && !storedItem(act.client_id)?.tried)
      removePending(act.client_id);
}

/** An act in progress: an edit in the composer, a deletion to confirm, or a reaction to choose. */
export interface Acting {
  verb: 'edit' | 'delete' | 'react';
  target: ActTarget;
  /** The message's text. */
  content: string;
}

export const useActing = create<{ acting: Acting | null }>(() => ({ acting: null }));
onReset(() => setActing(null));

export const setActing = (acting: Acting | null): void => useActing.setState({ acting });
