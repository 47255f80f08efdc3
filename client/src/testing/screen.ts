import { request } from '../api/client';
import { refresh } from '../realtime/refresh';
import { useChoices } from '../stores/choices';
import { useConversations } from '../stores/conversations';
import { recentProjects } from '../stores/dashboard';
import { blocks } from '../stores/entities/blocks';
import { interestOf, interests, interestsIn } from '../stores/entities/interests';
import { messageRequests } from '../stores/entities/message-requests';
import { offers } from '../stores/entities/offers';
import { presence } from '../stores/entities/presence';
import { projects } from '../stores/entities/projects';
import { requestOf, requests } from '../stores/entities/requests';
import { useInbox } from '../stores/inbox';
import { incomingInterests, myInterests } from '../stores/interests';
import { useNotifications } from '../stores/notifications';
import { myOffers } from '../stores/offers';
import { hasSeat, loadProject, useProjectPages } from '../stores/project-pages';
import { loadProjects, showFreshProjects, useProjectList } from '../stores/projects';
import { incomingRequests, myRequests } from '../stores/requests';
import { useSaved } from '../stores/saved';
import { updateUser, useSession } from '../stores/session';
import { useThreads } from '../stores/threads';
import { openThread } from '../stores/threads.sync';
import { myProjects, myTeams } from '../stores/work';
import { ME, OTHER } from './samples';

/** Fetches everything that a server event may change. */
export async function loadAll(): Promise<void> {
  await openThread(OTHER);
  const me = await request('GET /api/auth/me');
  if (me.ok) updateUser(me.value.user);
  const lists = [recentProjects, myProjects, myTeams, myInterests, myOffers];
  await Promise.all([refresh('start'), loadProjects(), loadProject(7), ...lists.map((list) => list.load())]);
}

/** What an open project's page shows. */
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
    offers: offers.use.getState().byId,
  };
}

/** Everything on screen that a server event may change; the divider is the reader's own. */
export function screen() {
  const thread = useThreads.getState().byId[OTHER];
  const { unreadCount, notifications } = useNotifications.getState();
  const { items, unread } = useInbox.getState();
  showFreshProjects();
  return {
    conversations: useConversations.getState().list.data,
    thread: thread && { ...thread, unread: null },
    unreadCount,
    // What never was one, and what is none any more, are shown alike.
    held: Object.values(messageRequests.use.getState().byId).filter(({ request }) => request !== null),
    notifications,
    presence: presence.use.getState().byId,
    blocks: blocks.use.getState().byId,
    incoming: incomingRequests.items(),
    mine: myRequests.items(),
    interests: incomingInterests.items(),
    inbox: { items, unread },
    choices: useChoices.getState().data,
    saved: useSaved.getState().byMember,
    projects: useProjectList.getState().list.data?.map((id) => projects.get(id)),
    page: projectPage(7),
    recent: recentProjects.items(),
    work: {
      projects: myProjects.items(),
      teams: myTeams.items(),
      interests: myInterests.items(),
      offers: myOffers.items(),
    },
    profile: useSession.getState().user,
  };
}
