import type { Message } from '@sangam/shared/chat/messages';
import { useMemo } from 'react';
import { useSession } from '../../../core/session/session';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { useOutbox } from '../../state/outbox/outbox';
import { pendingFor } from '../../state/outbox/outbox-order';
import { useMessageByNumber } from '../../state/thread/message-by-number';
import { shownChanged } from '../thread-items/shown-acts';

/** Returns a message with pending acts applied; null if there is none, undefined until known. */
export function useShownMessage(conversation: ConversationKey, seq: number): Message | null | undefined {
  const message = useMessageByNumber(conversation, seq);
  const acts = useOutbox((state) => state.acts);
  const me = useSession((state) => state.user?.id ?? 0);
  return useMemo(
    () => message && (shownChanged([message], pendingFor(acts, conversation), me).get(seq)?.message ?? message),
    [message, acts, conversation, me, seq],
  );
}
