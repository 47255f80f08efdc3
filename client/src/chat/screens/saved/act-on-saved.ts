import type { Message } from '@sangam/shared/chat/messages';
import toast from 'react-hot-toast/headless';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { useOutbox } from '../../state/outbox/outbox';
import { conversationOf, type PendingAct, placeIn } from '../../state/outbox/outbox-order';
import { useSaved } from '../../state/saved/saved';
import { actOn } from '../../sync/outbox-sender';
import type { MessageItem } from '../thread-items/thread.select';

/** Saved message numbers by conversation; null until known. */
export type Numbers = Readonly<Record<ConversationKey, readonly number[]>> | null;

const touches = ({ verb }: PendingAct): boolean => verb === 'save' || verb === 'unsave' || verb === 'delete';
export const lastActOn = (
  acts: readonly PendingAct[],
  conversation: ConversationKey,
  seq: number,
): PendingAct | undefined =>
  acts.findLast((act) => conversationOf(act) === conversation && act.seq === seq && touches(act));

/** Returns true when a message is saved, with pending acts applied. */
export function isShownSaved(
  numbers: Numbers,
  acts: readonly PendingAct[],
  { conversation, seq }: { conversation: ConversationKey; seq: number },
): boolean {
  const act = lastActOn(acts, conversation, seq);
  return act === undefined ? (numbers?.[conversation]?.includes(seq) ?? false) : act.verb === 'save';
}

/** Returns whether a message shows as saved. */
export function useIsSaved(item: MessageItem, conversation: ConversationKey): boolean {
  const numbers = useSaved(({ byConversation }) => byConversation);
  const acts = useOutbox((state) => state.acts);
  if (item.kind === 'pending') return false;
  return isShownSaved(numbers, acts, { conversation, seq: item.message.seq });
}

/** Returns whether a message shows as saved now, outside of a component. */
export const isSavedNow = (conversation: ConversationKey, seq: number): boolean =>
  isShownSaved(useSaved.getState().byConversation, useOutbox.getState().acts, { conversation, seq });

/** Saves or unsaves a message for the member. A toast confirms it, since the conversation doesn't show it. */
export function actOnSaved(
  verb: 'save' | 'unsave',
  conversation: ConversationKey,
  { seq, created_at }: Pick<Message, 'seq' | 'created_at'>,
): void {
  actOn({ ...placeIn(conversation), seq, message: null, written_at: created_at }, { verb, text: '' });
  toast.success(verb === 'unsave' ? 'Removed from saved' : 'Message saved', { id: 'saved' });
}
