import type { RefreshParts } from '../platform/module.js';
import type { SavedMessages } from './acts/saved.js';
import type { ConversationsService } from './conversations/service.js';
import type { TeamsService } from './conversations/teams.js';
import { TEAMS_VERSION } from './conversations/teams.queries.js';
import type { UnreadService } from './unread/service.js';

/**
 * The version of direct conversations and their unread messages. Every addend only grows, so an equal sum means that nothing has changed: messages
 * sent and read by both, the member's own marks and answers to message requests, changes to messages, and the names in the list (`profile_version`).
 * A long list has its version stored (migration 0046). Each table is read by one array of keys: joins took a sixth more of
 * PostgreSQL's CPU.
 */
export const MESSAGES_VERSION = `
  coalesce((SELECT sum(version)::int8 FROM kept_totals WHERE user_id = s.user_id), (
    SELECT (sum(m.read_seq + m.request_changes + m.mark_changes)
      + (SELECT sum(last_seq + last_change) FROM conversations WHERE id = ANY (array_agg(m.conversation_id)))
      + (SELECT sum(coalesce(told_read_seq, read_seq)) FROM memberships
         WHERE user_id = ANY (array_agg(m.other_id)) AND other_id = s.user_id)
      + (SELECT sum(profile_version) FROM users WHERE id = ANY (array_agg(m.other_id))))::int8
    FROM memberships m
    WHERE m.user_id = s.user_id AND m.other_id IS NOT NULL
  ), 0)`;

export const chatRefresh = ({
  conversations,
  teams,
  unread,
  savedMessages,
}: {
  conversations: ConversationsService;
  teams: TeamsService;
  unread: UnreadService;
  savedMessages: SavedMessages;
}): Pick<RefreshParts, 'conversations' | 'teams' | 'bell' | 'saved'> => ({
  conversations: {
    version: MESSAGES_VERSION,
    initial: { conversations: [], has_more: false },
    read: conversations.list,
  },
  teams: { version: TEAMS_VERSION, initial: { teams: [] }, read: teams.list },
  bell: {
    version: MESSAGES_VERSION,
    initial: { unread_count: 0, unread_version: 0, notifications: [], has_more: false },
    async read(userId, page) {
      const [count, list] = await Promise.all([unread.unreadCount(userId), unread.notifications(userId, page)]);
      return { ...count, ...list };
    },
  },
  saved: {
    version: 'coalesce((SELECT version FROM saved_versions WHERE user_id = s.user_id), 0)',
    initial: { version: 0, conversations: [] },
    read: savedMessages.numbers,
  },
});
