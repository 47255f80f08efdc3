import { recentProjects } from '../app/dashboard/dashboard-store';
import '../app/live/subjects';
import { useConversations } from '../chat/state/conversations';
import { useSaved } from '../chat/state/saved/saved';
import { useTeams } from '../chat/state/teams';
import { useThreads } from '../chat/state/thread/threads';
import { useUnreadMessages } from '../chat/state/unread-messages';
import { openThread } from '../chat/sync/thread-sync';
import { blocks } from '../contact/state/blocks';
import { messageRequests } from '../contact/state/message-requests';
import { request } from '../core/api/client';
import { refresh } from '../core/realtime/refresh';
import { updateUser, useSession } from '../core/session/session';
import { useChoices } from '../notices/state/choices';
import { useNotifications } from '../notices/state/notifications';
import { presence } from '../people/state/presence';
import { loadProjects, showFreshProjects, useProjectList } from '../projects/state/project-list';
import { loadProject, useProjectPages } from '../projects/state/project-pages';
import { projects } from '../projects/state/project-table';
import { myTransfers, transfers } from '../projects/state/transfers';
import { incomingInterests, interestOf, interests, interestsIn, myInterests } from '../requests/state/interests';
import { receivedInvitations } from '../requests/state/invitations';
import { hasSeat } from '../requests/state/join-state';
import { myProjects, myTeams } from '../requests/state/my-work';
import { incomingRequests, myRequests, requestOf, requests } from '../requests/state/requests';
import { KEY, ME } from './samples';

/** Fetches everything that a server event may change. */
export async function loadAll(): Promise<void> {
  await openThread(KEY);
  const me = await request('GET /api/auth/me');
  if (me.ok) updateUser(me.value.user);
  const lists = [recentProjects, myProjects, myTeams, myInterests, myTransfers];
  await Promise.all([refresh('start'), loadProjects(), loadProject(7), ...lists.map((list) => list.load())]);
}

/** Returns an open project page's data. */
export function projectPage(id: number) {
  const page = useProjectPages.getState().byId[id]?.data;
  const myRequest = requestOf(ME, id)(requests.use.getState());
  return {
    project: projects.get(id),
    interests: interestsIn(id)(interests.use.getState()),
    myInterest: interestOf(ME, id)(interests.use.getState()),
    myRequest,
    teamIds: page?.teamIds,
    hasSeat: page && hasSeat(page, myRequest),
    offers: transfers.use.getState().byId,
  };
}

/** Returns everything on screen that a server event may change. Without the unread divider, which belongs to this reader alone. */
export function screen() {
  const thread = useThreads.getState().byId[KEY];
  const { unreadCount, notifications } = useUnreadMessages.getState();
  const { items, unread } = useNotifications.getState();
  showFreshProjects();
  return {
    conversations: useConversations.getState().list.data,
    thread: thread && { ...thread, unread: null },
    unreadCount,
    // A former message request shows the same as none.
    messageRequests: Object.values(messageRequests.use.getState().byId).filter(({ request }) => request !== null),
    notifications,
    presence: presence.use.getState().byId,
    blocks: blocks.use.getState().byId,
    incoming: incomingRequests.items(),
    mine: myRequests.items(),
    interests: incomingInterests.items(),
    invitations: receivedInvitations.items(),
    inbox: { items, unread },
    choices: useChoices.getState().data,
    saved: useSaved.getState().byConversation,
    teams: useTeams.getState().list,
    projects: useProjectList.getState().list.data?.map((id) => projects.get(id)),
    page: projectPage(7),
    recent: recentProjects.items(),
    work: {
      projects: myProjects.items(),
      teams: myTeams.items(),
      interests: myInterests.items(),
      offers: myTransfers.items(),
    },
    profile: useSession.getState().user,
  };
}
