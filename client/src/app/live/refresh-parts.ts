import { conversationsWanted, refreshConversations } from '../../chat/state/conversations';
import { noteMissed, savedVersion, takeSaved } from '../../chat/state/saved';
import { refreshUnread, unreadWanted } from '../../chat/state/unread-messages';
import { request } from '../../core/api/client';
import type { Result } from '../../core/api/errors';
import type { ListPage } from '../../core/store/list';
import { mapResult } from '../../core/store/loadable';
import type { RefreshPart } from '../../core/store/refresh-part';
import { applyChoices, choicesVersion } from '../../notices/state/choices';
import { inboxWanted, refreshInboxPart } from '../../notices/state/notifications';
import { incomingInterests } from '../../requests/state/interests';
import { incomingRequests, myRequests } from '../../requests/state/requests';
import { type DataOf, isOlderServer, type Parts, singleCalls } from './single-calls';

/**
 * One call for the lists that every screen shows: it answers those that are newer than the versions held here, and its parts
 * go to their stores. True when all came.
 */
export async function refreshParts(): Promise<boolean> {
  const wanted = {
    conversations: conversationsWanted(),
    bell: unreadWanted(),
    incoming_requests: incomingRequests.wanted(),
    my_requests: myRequests.wanted(),
    incoming_interests: incomingInterests.wanted(),
  };
  const inbox = inboxWanted();
  const answer = request('GET /api/refresh', {
    query: {
      conversations: wanted.conversations.version,
      conversations_limit: wanted.conversations.limit,
      bell: wanted.bell.version,
      bell_limit: wanted.bell.limit,
      incoming_requests: wanted.incoming_requests.version,
      incoming_requests_limit: wanted.incoming_requests.limit,
      my_requests: wanted.my_requests.version,
      my_requests_limit: wanted.my_requests.limit,
      incoming_interests: wanted.incoming_interests.version,
      incoming_interests_limit: wanted.incoming_interests.limit,
      inbox: inbox.version,
      inbox_limit: inbox.limit,
      choices: choicesVersion(),
      saved: savedVersion(),
    },
  });
  const part = async <P extends keyof Parts>(name: P): RefreshPart<DataOf<P>> => {
    const came = await answer;
    if (came.ok || !isOlderServer(came.error)) return mapResult(came, ({ data }) => data[name] ?? null);
    const alone: Result<DataOf<P>> = await singleCalls[name](wanted[name].limit);
    return mapResult(alone, (data) => ({ data }));
  };
  const inboxPart = async () => {
    const came = await answer;
    if (came.ok || !isOlderServer(came.error)) return mapResult(came, ({ data }) => data.inbox ?? null);
    return singleCalls.inbox(inbox.limit);
  };
  const ownPart = async () => {
    const came = await answer;
    if (!came.ok) return true;
    const { choices, saved, conversations } = came.value.data;
    if (choices) applyChoices(choices);
    if (conversations) noteMissed();
    return !saved || takeSaved(saved);
  };
  const came = await Promise.all([
    ownPart(),
    refreshInboxPart(inboxPart()),
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
  (part: Result<{ version?: string; data: Data } | null>) =>
    mapResult(part, (found) => found && { ...found, data: toPage(found.data) });
