import { useMemo } from 'react';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { useOutbox } from '../../state/outbox/outbox';
import { pendingFor } from '../../state/outbox/outbox-order';
import { useThreads } from '../../state/thread/threads';
import { shownPins } from '../thread-items/shown-acts';

const none: readonly number[] = [];

/** Returns a conversation's pinned numbers with pending acts applied, newest pin first. */
export function useShownPins(conversation: ConversationKey): readonly number[] {
  const pins = useThreads(({ byId }) => byId[conversation]?.pins ?? none);
  const acts = useOutbox((state) => state.acts);
  return useMemo(() => shownPins(pins, pendingFor(acts, conversation)), [pins, acts, conversation]);
}
