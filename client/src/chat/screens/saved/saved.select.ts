import type { SavedMessage } from '@sangam/shared/chat/saved-messages';
import type { PendingAct } from '../../state/outbox/outbox.reduce';
import type { Thread } from '../../state/thread/threads.reduce';

/** The numbers of the saved messages by the other member of their conversation; null before they are known. */
type Numbers = Readonly<Record<number, readonly number[]>> | null;

/** A line of the list. */
export type SavedLine = Omit<SavedMessage, 'number' | 'name' | 'saved_at'> & { key: string; name: string | null };

const keyOf = (userId: number, seq: number): string => `${userId}:${seq}`;
const touches = ({ verb }: PendingAct): boolean => verb === 'save' || verb === 'unsave' || verb === 'delete';
const lastActOn = (acts: readonly PendingAct[], userId: number, seq: number): PendingAct | undefined =>
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

/** The list without what was removed since it was fetched, here or elsewhere. */
export const savedLines = (
  list: readonly SavedMessage[],
  numbers: Numbers,
  acts: readonly PendingAct[],
): readonly SavedLine[] =>
  list
    .filter(({ user_id: userId, seq }) =>
      // Before the numbers are known, the list is.
      numbers === null ? lastActOn(acts, userId, seq) === undefined : isShownSaved(numbers, acts, { userId, seq }),
    )
    .map((saved) => ({ ...saved, key: keyOf(saved.user_id, saved.seq) }));

/** What waits to be saved, the last first: of the threads that are loaded here. */
export function waitingLines(
  acts: readonly PendingAct[],
  threads: Readonly<Record<number, Thread>>,
): readonly SavedLine[] {
  return acts
    .flatMap((act) => {
      const { receiver_id: user_id, seq } = act;
      const message = threads[user_id]?.messages.findLast((one) => one.seq === seq);
      if (act.verb !== 'save' || seq === null || message === undefined) return [];
      if (lastActOn(acts, user_id, seq) !== act) return [];
      const { sender_id, content, created_at, attachments } = message;
      const line: SavedLine = {
        ...{ key: keyOf(user_id, seq), user_id, name: null, seq, sender_id, content, created_at },
        ...(attachments && { attachments }),
      };
      return [line];
    })
    .toReversed();
}
