import { isArchived } from '@sangam/shared/chat/archived';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { useConversations } from '../../state/conversations';
import { useOutbox } from '../../state/outbox/outbox';
import { useTeam } from '../../state/teams';
import { useThreads } from '../../state/thread/threads';
import { shownConversations } from '../message/shown-acts';

/** Whether this member has archived a conversation. One below the loaded list is as its thread was fetched. */
export function useIsArchived(key: ConversationKey | null): boolean {
  const direct = useConversations(({ list }) => list.data?.find((item) => item.key === key));
  const listed = useTeam(key) ?? direct;
  const acts = useOutbox((state) => state.acts);
  const until = useThreads(({ byId }) => (key === null ? undefined : byId[key]?.mark?.archived_until));
  const [shown] = listed === undefined ? [] : shownConversations([listed], acts);
  return shown === undefined ? until !== undefined : isArchived(shown);
}
