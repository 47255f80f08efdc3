import type { RequestConversation } from '@sangam/shared/chat/conversation-requests';
import { chatLimits } from '@sangam/shared/chat/limits';
import { create } from 'zustand';
import { request } from '../../core/api/client';
import { cachePart } from '../../core/offline/cached-parts';
import { currentUserId } from '../../core/session/session';
import { type Change, changeData, idle, type Loadable, load, ready } from '../../core/store/loadable';
import { onReset } from '../../core/store/reset';
import { showLists } from '../../core/store/shown-lists';
import { onRenamed, withNewName } from '../../people/state/members';
import { onProjectNamed } from '../../projects/state/project-table';
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

onRenamed((member) =>
  useRequested.setState((state) => changeData(state, (rows) => withNewName(rows, member, 'id', 'name'))),
);

/** Renames the project in its rows. If no row changes, the list keeps its identity, unless an answer under way may bring one. */
function rename({ id, title }: { id: number; title: string }): void {
  const isOutdated = (row: RequestConversation) => row.project_id === id && row.project_title !== title;
  const { data, status } = useRequested.getState();
  if (status === 'loading' || data?.some(isOutdated))
    useRequested.setState((state) =>
      changeData(state, (rows) => rows.map((row) => (isOutdated(row) ? { ...row, project_title: title } : row))),
    );
}
onProjectNamed(rename);

const loadRequested = (): Promise<boolean> =>
  load(
    (change: Change<RequestConversation[]>) => useRequested.setState(change),
    () => request('GET /api/conversations/requests', { query: { limit: chatLimits.conversationsPageMax } }),
    ({ data }) => data.conversations,
  );

/** Keeps the list up to date until the returned function is called. A request with a new member refetches it. */
export function showRequested(): () => void {
  const refetchIfNew = (requesterId: number, creatorId: number | undefined) => {
    const otherId = requesterId === currentUserId() ? creatorId : requesterId;
    if (otherId !== undefined && listedConversation(keyWith(otherId)) === undefined) void loadRequested();
  };
  const stops = [
    showLists([{ load: loadRequested }]),
    requests.onChange((item) => refetchIfNew(item.user_id, item.creator_id)),
    interests.onChange((item) => refetchIfNew(item.requester_id, item.creator_id)),
    invitations.onChange((item) => refetchIfNew(item.user_id, item.creator_id)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
