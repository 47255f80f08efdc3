import type { CallAnswer } from '@sangam/shared/contract/calls';
import { request } from '../api/client';
import type { Result } from '../api/errors';
import { conversationsWanted, refreshConversations } from '../stores/conversations';
import type { ListPage } from '../stores/entities/list';
import { refreshInboxTo } from '../stores/inbox';
import { incomingInterests } from '../stores/interests';
import { mapResult } from '../stores/loadable';
import { refreshUnread, unreadWanted } from '../stores/notifications';
import { incomingRequests, myRequests } from '../stores/requests';

type Parts = Omit<CallAnswer<'GET /api/refresh'>['data'], 'inbox_version'>;
type Part<P extends keyof Parts> = Result<NonNullable<Parts[P]> | null>;

/**
 * One call for the lists that every screen shows: it answers those that are newer than the versions held here, and its parts
 * go to their stores. True when all came.
 */
export async function refreshParts(): Promise<boolean> {
  const [conversations, bell] = [conversationsWanted(), unreadWanted()];
  const [incoming, mine, interests] = [incomingRequests.wanted(), myRequests.wanted(), incomingInterests.wanted()];
  const answer = request('GET /api/refresh', {
    query: {
      conversations: conversations.version,
      conversations_limit: conversations.limit,
      bell: bell.version,
      bell_limit: bell.limit,
      incoming_requests: incoming.version,
      incoming_requests_limit: incoming.limit,
      my_requests: mine.version,
      my_requests_limit: mine.limit,
      incoming_interests: interests.version,
      incoming_interests_limit: interests.limit,
    },
  });
  const part = async <P extends keyof Parts>(name: P): Promise<Part<P>> =>
    mapResult(await answer, ({ data }) => data[name] ?? null);
  const came = await Promise.all([
    answer.then((refresh) => refreshInboxTo(refresh.ok ? refresh.value.data.inbox_version : null)),
    refreshConversations(part('conversations')),
    refreshUnread(part('bell')),
    incomingRequests.refresh(
      part('incoming_requests').then(asPage(({ requests, ...page }) => ({ items: requests, ...page }))),
    ),
    myRequests.refresh(part('my_requests').then(asPage(({ requests, ...page }) => ({ items: requests, ...page })))),
    incomingInterests.refresh(
      part('incoming_interests').then(asPage(({ connections, ...page }) => ({ items: connections, ...page }))),
    ),
  ]);
  return !came.includes(false);
}

/** A part as a list takes it. */
const asPage =
  <Data, Item>(toPage: (data: Data) => ListPage<Item>) =>
  (part: Result<{ version: string; data: Data } | null>) =>
    mapResult(part, (found) => found && { version: found.version, data: toPage(found.data) });
