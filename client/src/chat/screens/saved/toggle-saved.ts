import toast from 'react-hot-toast';
import { useOutbox } from '../../state/outbox/outbox';
import type { PendingAct } from '../../state/outbox/outbox-order';
import { useSaved } from '../../state/saved';
import { actOn } from '../../sync/outbox-sender';
import type { MessageItem } from '../thread/thread.select';

/** Saved message numbers by the conversation's other member; null until known. */
export type Numbers = Readonly<Record<number, readonly number[]>> | null;

const touches = ({ verb }: PendingAct): boolean => verb === 'save' || verb === 'unsave' || verb === 'delete';
export const lastActOn = (acts: readonly PendingAct[], userId: number, seq: number): PendingAct | undefined =>
  acts.findLast((act) => act.receiver_id === userId && act.seq === seq && touches(act));

/** Returns true when a message is saved, with pending acts applied. */
export function isShownSaved(
  numbers: Numbers,
  acts: readonly PendingAct[],
  { userId, seq }: { userId: number; seq: number },
): boolean {
  const act = lastActOn(acts, userId, seq);
  return act === undefined ? (numbers?.[userId]?.includes(seq) ?? false) : act.verb === 'save';
}

/** Returns whether a message shows as saved. */
export function useIsSaved(item: MessageItem, own: boolean): boolean {
  const numbers = useSaved(({ byMember }) => byMember);
  const acts = useOutbox((state) => state.acts);
  if (item.kind === 'pending') return false;
  const { sender_id, receiver_id, seq } = item.message;
  return isShownSaved(numbers, acts, { userId: own ? receiver_id : sender_id, seq });
}

/** Returns the same at this moment. */
export const isSavedNow = (userId: number, seq: number): boolean =>
  isShownSaved(useSaved.getState().byMember, useOutbox.getState().acts, { userId, seq });

/** Saves or unsaves a message for the member. A toast confirms it, since the conversation doesn't show it. */
export function toggleSaved(userId: number, seq: number, isSaved: boolean): void {
  actOn({ receiver_id: userId, seq, message: null }, { verb: isSaved ? 'unsave' : 'save', text: '' });
  toast.success(isSaved ? 'Removed from saved' : 'Message saved', { id: 'saved' });
}
