import type { RequestConversation } from '@sangam/shared/chat/conversation-requests';
import { chatLimits } from '@sangam/shared/chat/limits';
import { create } from 'zustand';
import { request } from '../../core/api/client';
import { mapResult } from '../../core/api/errors';
import { cachePart } from '../../core/offline/cached-parts';
import { currentUserId } from '../../core/session/session';
import { type Change, idle, type Loadable, load, mapData, ready } from '../../core/store/loadable';
import { onReset } from '../../core/store/reset';
import { readAhead, showLists } from '../../core/store/shown-lists';
import { type Moment, moment } from '../../core/store/table';
import { onRenamed, withNewNames } from '../../people/state/members';
import { onProjectNamed, withNewTitles } from '../../projects/state/project-table';
import { interests } from '../../requests/state/interests';
import { invitations } from '../../requests/state/invitations';
import { requests } from '../../requests/state/requests';
import { listedConversation } from './conversations';
import { keyWith } from './known-conversations';

/** Conversations with requests but no messages, newest first, up to one page. */
export const useRequested = create<Loadable<RequestConversation[]>>(idle);
onReset(() => useRequested.setState(idle()));

cachePart({
  name: 'requested-conversations',
  take: () => useRequested.getState().data,
  show: (data) => {
    if (useRequested.getState().data === null) useRequested.setState(ready(data));
  },
  subscribe: useRequested.subscribe,
});

const withNamed = (rows: readonly RequestConversation[], startedAt: Moment): RequestConversation[] =>
  withNewTitles(withNewNames(rows, startedAt, 'id', 'name'), startedAt, 'project_id', 'project_title');
const setNamed = (before: Moment): void =>
  useRequested.setState((state) => mapData(state, (rows) => withNamed(rows, before)));

onRenamed((_, before) => setNamed(before));
onProjectNamed(({ id, title }, before) => {
  // Without an outdated row, the list keeps its identity.
  const isOutdated = (row: RequestConversation) => row.project_id === id && row.project_title !== title;
  if (useRequested.getState().data?.some(isOutdated)) setNamed(before);
});

async function fetchRequested() {
  const startedAt = moment();
  const query = { limit: chatLimits.conversationsPageMax };
  // The names are added in the step that stores the rows.
  return mapResult(
    await request('GET /api/conversations/requests', { query }),
    ({ data }) =>
      () =>
        withNamed(data.conversations, startedAt),
  );
}

const loadRequested = (): Promise<boolean> =>
  load(
    (change: Change<RequestConversation[]>) => useRequested.setState(change),
    fetchRequested,
    (rows) => rows(),
  );

const requestedList = { load: loadRequested };

/** Refetches the list for a request with a new member until the returned function is called. */
function followRequests(): () => void {
  const refetchIfNew = (requesterId: number, creatorId: number | undefined) => {
    const otherId = requesterId === currentUserId() ? creatorId : requesterId;
    if (otherId !== undefined && listedConversation(keyWith(otherId)) === undefined) void loadRequested();
  };
  const stops = [
    requests.onChange((item) => refetchIfNew(item.user_id, item.creator_id)),
    interests.onChange((item) => refetchIfNew(item.requester_id, item.creator_id)),
    invitations.onChange((item) => refetchIfNew(item.user_id, item.creator_id)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Ends following requests for a list that was read ahead and isn't shown yet. */
let stopAhead: () => void = () => undefined;
onReset(() => stopAhead());

/** Begins to load the list while the page that will show it renders, so that its rows don't come after everything else. */
export function readRequestedAhead(): void {
  if (useRequested.getState().status !== 'idle') return;
  stopAhead = followRequests();
  void readAhead(requestedList);
}

/** Keeps the list up to date until the returned function is called. */
export function showRequested(): () => void {
  stopAhead();
  const stops = [showLists([requestedList]), followRequests()];
  return () => {
    for (const stop of stops) stop();
  };
}
