import type { SavedMessage } from '@sangam/shared/chat/saved-messages';
import { useMemo, useRef } from 'react';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { useOutbox } from '../../state/outbox/outbox';
import { conversationOf, type PendingAct } from '../../state/outbox/outbox-order';
import { useSaved } from '../../state/saved/saved';
import { keyOfSaved, useSavedList } from '../../state/saved/saved-list';
import { useThreads } from '../../state/thread/threads';
import type { Thread } from '../../state/thread/threads.reduce';
import { isShownSaved, lastActOn, type Numbers } from './act-on-saved';

/** One line of the list. */
export interface SavedLine
  extends Pick<SavedMessage, 'seq' | 'sender_id' | 'sender_name' | 'content' | 'created_at' | 'attachments'> {
  id: string;
  conversation: ConversationKey;
  /** The other member of a direct conversation. */
  otherId: number | null;
  /** The conversation's name; null for a line made from a loaded thread, which doesn't have it. */
  name: string | null;
}

const lineId = (conversation: ConversationKey, seq: number): string => `${conversation}:${seq}`;

/** Returns the list without messages removed since it was fetched, here or elsewhere. */
const savedLines = (
  list: readonly SavedMessage[],
  numbers: Numbers,
  acts: readonly PendingAct[],
): readonly SavedLine[] =>
  list
    .map((saved) => {
      const conversation = keyOfSaved(saved);
      return { ...saved, id: lineId(conversation, saved.seq), conversation, otherId: saved.user_id ?? null };
    })
    .filter(({ conversation, seq }) =>
      // Until the numbers are known, the list decides.
      numbers === null
        ? lastActOn(acts, conversation, seq) === undefined
        : isShownSaved(numbers, acts, { conversation, seq }),
    );

/** Returns lines for pending saves, the last first, of messages in loaded threads. */
function waitingLines(
  acts: readonly PendingAct[],
  threads: Readonly<Record<ConversationKey, Thread>>,
): readonly SavedLine[] {
  return acts
    .flatMap((act) => {
      const { seq, receiver_id: otherId = null } = act;
      const conversation = conversationOf(act);
      const message = threads[conversation]?.messages.findLast((one) => one.seq === seq);
      if (act.verb !== 'save' || seq === null || message === undefined) return [];
      if (lastActOn(acts, conversation, seq) !== act) return [];
      const { sender_id, sender_name, content, created_at, attachments } = message;
      const line: SavedLine = {
        id: lineId(conversation, seq),
        conversation,
        otherId,
        name: null,
        seq,
        sender_id,
        sender_name,
        content,
        created_at,
        ...(attachments && { attachments }),
      };
      return [line];
    })
    .toReversed();
}

/** Applies its message's pending edit to a line, as the conversation shows it. */
function withEdit(line: SavedLine, acts: readonly PendingAct[]): SavedLine {
  const edit = acts.findLast(
    (act) => act.verb === 'edit' && act.seq === line.seq && conversationOf(act) === line.conversation,
  );
  return edit ? { ...line, content: edit.text } : line;
}

const none: readonly SavedLine[] = [];

/** Returns the lines as shown: pending saves come first, and stay there until the fetched list has them. */
export function useSavedLines(): readonly SavedLine[] {
  const list = useSavedList((state) => state.list.data);
  const numbers = useSaved((state) => state.byConversation);
  const acts = useOutbox((state) => state.acts);
  const threads = useThreads((state) => state.byId);
  const waited = useRef<{ list: typeof list; lines: readonly SavedLine[] }>({ list, lines: none });
  return useMemo(() => {
    const listed = savedLines(list ?? [], numbers, acts);
    const before = waited.current.list === list ? waited.current.lines : none;
    const lines = [...waitingLines(acts, threads), ...before];
    waited.current = { list, lines };
    const seen = new Set(listed.map(({ id }) => id));
    const first = lines.filter(({ id, conversation, seq }) => {
      const isNew = !seen.has(id) && isShownSaved(numbers, acts, { conversation, seq });
      seen.add(id);
      return isNew;
    });
    return [...first, ...listed].map((line) => withEdit(line, acts));
  }, [list, numbers, acts, threads]);
}
