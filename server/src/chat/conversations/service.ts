import type { CallQuery } from '@sangam/shared/app/calls';
import { chatLimits } from '@sangam/shared/chat/limits';
import type { Conversation } from '@sangam/shared/chat/messages';
import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import { listConversations, listMessageRequests, presentConversation } from './list.queries.js';

type ConversationsQuery = CallQuery<'GET /api/messages/conversations'>;
type Page = { conversations: Conversation[]; has_more: boolean };

/** Lists a member's conversations and message requests. */
export interface ConversationsService {
  list(userId: number, query: ConversationsQuery): Promise<Page>;
  /** Message requests: conversations that a stranger has begun, pending or ignored. */
  messageRequests(userId: number, query: ConversationsQuery): Promise<Page>;
}

export function createConversationsService(db: Db, clock: Clock): ConversationsService {
  async function pageOf(userId: number, query: ConversationsQuery, listPage: typeof listConversations): Promise<Page> {
    const limit = query.limit ?? chatLimits.conversationsPage;
    const before = query.before === undefined ? undefined : new Date(query.before);
    const rows = await listPage(db, { userId, before, before_id: query.before_id, limit: limit + 1, at: clock.now() });
    return { conversations: rows.slice(0, limit).map(presentConversation), has_more: rows.length > limit };
  }

  return {
    list: (userId, query) => pageOf(userId, query, listConversations),
    messageRequests: (userId, query) => pageOf(userId, query, listMessageRequests),
  };
}
