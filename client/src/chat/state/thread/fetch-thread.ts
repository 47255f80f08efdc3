import type { CallQuery } from '@sangam/shared/app/calls';
import { request } from '../../../core/api/client';
import { isGone, mapResult, type Result } from '../../../core/api/errors';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { idIn, memberIn } from '../known-conversations';
import type { ThreadPage } from './threads.reduce';

export type ThreadQuery = CallQuery<'GET /api/messages/c/:conversationId'>;

/** Fetches a page of a conversation by its id; while it has none, by the other member. */
export async function fetchThread(
  conversation: ConversationKey,
  query: ThreadQuery,
  options: { timeoutMs?: number } = {},
): Promise<Result<ThreadPage>> {
  const [conversationId, userId] = [idIn(conversation), memberIn(conversation)];
  if (conversationId !== null) {
    const params = { conversationId };
    const answer = await request('GET /api/messages/c/:conversationId', { params, query, ...options });
    // A server of the previous version doesn't know the call.
    if (answer.ok || !isGone(answer.error) || userId === null) return mapResult(answer, ({ data }) => data);
  }
  const params = { userId: userId ?? 0 };
  const answer = await request('GET /api/messages/conversation/:userId', { params, query, ...options });
  return mapResult(answer, ({ data }) => data);
}
