import type { CallAnswer, CallQuery } from '@sangam/shared/app/calls';
import { chatLimits } from '@sangam/shared/chat/limits';
import type { Conversation } from '@sangam/shared/chat/messages';
import type { Db } from '../../platform/db/database.js';
import { type Fail, fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import { presentMessage, presentTeamMessage } from '../messages/message-row.js';
import { listMessages } from '../messages/queries.js';
import { pageOfConversations, pageOfRequests } from './conversation-page.queries.js';
import * as queries from './queries.js';

type ConversationsQuery = CallQuery<'GET /api/messages/conversations'>;
type Page = { conversations: Conversation[]; has_more: boolean };
type Thread = 'GET /api/messages/conversation/:userId';

/** Reads conversations: their list, message requests, and the thread of one. */
export interface ConversationsService {
  list(userId: number, query: ConversationsQuery): Promise<Page>;
  /** Message requests: conversations that a stranger has begun, pending or ignored. */
  messageRequests(userId: number, query: ConversationsQuery): Promise<Page>;
  thread(userId: number, otherId: number, query: CallQuery<Thread>): Promise<Result<CallAnswer<Thread>['data']>>;
  /** The same of a team's conversation. NOT_FOUND for everybody but its participants. */
  teamThread(
    userId: number,
    conversationId: number,
    query: CallQuery<Thread>,
  ): Promise<Result<CallAnswer<Thread>['data']>>;
}

/** The thread of two members who never wrote to each other. */
const emptyThread = {
  kind: 'direct' as const,
  messages: [],
  has_more: false,
  last_seq: 0,
  last_change: 0,
  read_seq: 0,
  other_read_seq: 0,
  first_unread_seq: null,
};

/** INVALID for ranges that exclude each other. */
const refuseRange = ({ changed_since, before, after }: CallQuery<Thread>): Fail | null =>
  changed_since !== undefined && (before ?? after) !== undefined
    ? invalid([{ field: 'changed_since', message: 'This can’t be combined with before or after.' }])
    : null;

export function createConversationsService(db: Db): ConversationsService {
  async function pageOf(userId: number, query: ConversationsQuery, select: typeof pageOfConversations): Promise<Page> {
    const limit = query.limit ?? chatLimits.conversationsPage;
    const before = query.before === undefined ? undefined : new Date(query.before);
    const rows = await queries.listConversations(db, userId, { ...query, before, limit: limit + 1 }, select);
    return { conversations: rows.slice(0, limit).map(queries.presentConversation), has_more: rows.length > limit };
  }

  /** A page of a conversation's messages, and whether there are more. */
  async function pageOfMessages({ conversation_id, last_seq }: queries.MembershipRow, query: CallQuery<Thread>) {
    const limit = query.limit ?? chatLimits.messagesPage;
    const rows = await listMessages(db, conversation_id, { ...query, upTo: last_seq, limit: limit + 1 });
    const hasMore = rows.length > limit;
    // The extra row shows that there is more: it is the oldest when paging back, the last when paging forward.
    if (hasMore) (query.after ?? query.changed_since) === undefined ? rows.shift() : rows.pop();
    return { rows, hasMore };
  }

  return {
    list: (userId, query) => pageOf(userId, query, pageOfConversations),
    messageRequests: (userId, query) => pageOf(userId, query, pageOfRequests),

    async thread(userId, otherId, query) {
      if (userId === otherId) return fail('USER_NOT_FOUND');
      const refusal = refuseRange(query);
      if (refusal) return refusal;
      // Read before the messages: a change in between is then after `last_change`, so the client asks for it again.
      const [other, membership] = await Promise.all([
        queries.findOther(db, otherId, userId),
        queries.findMembership(db, userId, otherId),
      ]);
      if (!other) return fail('USER_NOT_FOUND');
      const { is_blocked, ...shown } = other;
      const request = membership?.request ?? null;
      const last_active = other.last_active?.toISOString() ?? null;
      const user = { ...shown, last_active, ...(is_blocked ? { is_blocked } : {}), ...queries.requestField(request) };
      // One without a message may exist only because of a block: it takes no longer than none.
      if (!membership || membership.last_seq === 0) return ok({ ...emptyThread, user });
      const [me, { rows, hasMore }] = await Promise.all([
        queries.findOther(db, userId, userId),
        pageOfMessages(membership, query),
      ]);
      const senders = new Map([other, me].flatMap((row) => (row ? [[row.id, row]] : [])));
      const messages = rows.map((row) => {
        const sender = senders.get(row.sender_id);
        return presentMessage(
          {
            ...row,
            receiver_id: row.sender_id === userId ? otherId : userId,
            sender_name: sender?.name ?? '',
            sender_is_online: sender?.is_online ?? false,
            last_active: sender?.last_active ?? null,
          },
          userId,
        );
      });
      return ok({ kind: 'direct', messages, has_more: hasMore, ...queries.presentMembership(membership), user });
    },

    async teamThread(userId, conversationId, query) {
      const refusal = refuseRange(query);
      if (refusal) return refusal;
      const membership = await queries.findTeamMembership(db, userId, conversationId);
      if (!membership) return fail('NOT_FOUND');
      const { rows, hasMore } = await pageOfMessages(membership, query);
      const names = await queries.findNames(db, [...new Set(rows.map(({ sender_id }) => sender_id))]);
      const messages = rows.map((row) => presentTeamMessage(row, names.get(row.sender_id) ?? ''));
      return ok({ kind: 'team', messages, has_more: hasMore, ...queries.presentMembership(membership) });
    },
  };
}
