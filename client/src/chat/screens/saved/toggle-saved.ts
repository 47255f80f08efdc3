import toast from 'react-hot-toast';
import { useOutbox } from '../../state/outbox/outbox';
import type { PendingAct } from '../../state/outbox/outbox-order';
import { useSaved } from '../../state/saved';
import { actOn } from '../../sync/outbox-sender';
import type { MessageItem } from '../thread/thread.select';

/** The numbers of the saved messages by the other member of their conversation; null before they are known. */
export type Numbers = Readonly<Record<number, readonly number[]>> | null;

const touches = ({ verb }: PendingAct): boolean => verb === 'save' || verb === 'unsave' || verb === 'delete';
export const lastActOn = (acts: readonly PendingAct[], userId: number, seq: number): PendingAct | undefined =>
  acts.findLast((act) => act.receiver_id === userId && act.seq === seq && touches(act));

/** Whether a message is saved, once what waits is done. */
export function isShownSaved(
  numbers: Numbers,
  acts: readonly PendingAct[],
  { userId, seq }: { userId: number; seq: number },
): boolean {
  const act = lastActOn(acts, userId, seq);
  return act === undefined ? (numbers?.[userId]?.includes(seq) ?? false) : act.verb === 'save';
}

/** Whether a message is saved, as it is shown. */
export function useIsSaved(item: MessageItem, own: boolean): boolean {
  const numbers = useSaved(({ byMember }) => byMember);
  const acts = useOutbox((state) => state.acts);
  if (item.kind === 'pending') return false;
  const { sender_id, receiver_id, seq } = item.message;
  return isShownSaved(numbers, acts, { userId: own ? receiver_id : sender_id, seq });
}

/** The same, at this moment. */
export const isSavedNow = (userId: number, seq: number): boolean =>
  isShownSaved(useSaved.getState().byMember, useOutbox.getState().acts, { userId, seq });

/** Saves a message of the conversation with a member for oneself, or removes it. Nothing in the conversation shows it, so it is said. */
export function toggleSaved(userId: number, seq: number, isSaved: boolean): void {
  actOn({ receiver_id: userId, seq, message: null }, { verb: isSaved ? 'unsave' : 'save', text: '' });
  toast.success(isSaved ? 'Removed from saved' : 'Message saved', { id: 'saved' });
}
