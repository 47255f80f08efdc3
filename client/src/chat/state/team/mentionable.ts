import { currentUserId } from '../../../core/session/session';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { useTeamInfo } from './infos';

/** Returns the members of a team whom a message may mention; nobody in a direct conversation, and until they are loaded. */
export const useMentionable = (key: ConversationKey): readonly { id: number; name: string }[] =>
  useTeamInfo(key)?.participants.filter(({ id }) => id !== currentUserId()) ?? [];
