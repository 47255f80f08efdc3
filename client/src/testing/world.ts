import type { Interest } from '@sangam/shared/contract/interests';
import type { JoinRequest } from '@sangam/shared/contract/join-requests';
import type { TeamMember } from '@sangam/shared/contract/projects';
import { refresh } from '../realtime/refresh';
import { useConversations } from '../stores/conversations';
import { recentProjects } from '../stores/dashboard';
import { interestOf, interests, interestsIn } from '../stores/entities/interests';
import { presence } from '../stores/entities/presence';
import { projects } from '../stores/entities/projects';
import { requestOf, requests } from '../stores/entities/requests';
import { incomingInterests } from '../stores/interests';
import { useNotifications } from '../stores/notifications';
import { hasSeat, loadProject, useProjectPages } from '../stores/project-pages';
import { loadProjects, showFreshProjects, useProjectList } from '../stores/projects';
import { incomingRequests, myRequests } from '../stores/requests';
import { openThread, useThreads } from '../stores/threads';
import { fakeServer } from './fake-server';
import { conversation, ME, messages, OTHER, page, project } from './samples';

/** What a server would answer; each case changes some of it. */
export const base = {
  messages: messages(1, 1),
  read_seq: 1,
  other_read_seq: 0,
  conversation: conversation({ email: 'other@example.org' }),
  unread: 0,
  notifications: [] as unknown[],
  incoming: [] as JoinRequest[],
  mine: [] as JoinRequest[],
  projects: [project(7)],
  connections: [] as Interest[],
  interests: [] as Interest[],
  team: [] as TeamMember[],
  my_connection: null as unknown,
  my_join_request: null as unknown,
  is_member: false,
};
export type World = typeof base;

const ok = (body: object) => ({ body: { success: true, ...body } });
/** Serves one state of the world. */
export const serve = (world: World) =>
  fakeServer({
    'GET /api/messages/conversations': () => ok({ data: { conversations: [world.conversation], has_more: false } }),
    'GET /api/messages/conversation/:userId': ({ query }) => {
      const after = Number(query.get('after') ?? 0);
      const { read_seq, other_read_seq, conversation: known } = world;
      const user = { id: OTHER, name: known.name, is_online: known.is_online, last_active: known.last_active };
      const rest = world.messages.filter((item) => item.seq > after);
      return ok({ data: page(rest, world.messages.length, { read_seq, other_read_seq, user }) });
    },
    'GET /api/messages/unread-count': () =>
      ok({ data: { unread_count: world.unread, unread_version: world.conversation.unread_version } }),
    'GET /api/messages/notifications': () => ok({ data: { notifications: world.notifications } }),
    'POST /api/users/status': () => ok({ data: [] }),
    'POST /api/users/update-status': () => ok({ data: null }),
    'GET /api/project-requests/incoming': () => ok({ data: { requests: world.incoming, has_more: false } }),
    'GET /api/project-requests/mine': () => ok({ data: { requests: world.mine, has_more: false } }),
    'GET /api/projects/connections/incoming': () => ok({ data: { connections: world.interests } }),
    'GET /api/projects': () => ok({ data: { projects: world.projects, has_more: false } }),
    'GET /api/projects/:id': () => {
      const [first = project(7)] = world.projects.filter((item) => item.id === 7);
      const detail = {
        ...first,
        skills_needed: first.required_skills,
        creator_college: '',
        creator_email: null,
        creator_skills: [],
        creator_github: null,
      };
      const { connections, team, my_connection, my_join_request, is_member } = world;
      return ok({ project: detail, connections, team, my_connection, my_join_request, is_member });
    },
  });

/** Fetches everything that a server event may change. */
export async function loadAll(): Promise<void> {
  await openThread(OTHER);
  await Promise.all([refresh('start'), loadProjects(), loadProject(7), recentProjects.load()]);
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
  };
}

/** Everything on screen that a server event may change; the divider is the reader's own. */
export function screen() {
  const thread = useThreads.getState().byId[OTHER];
  const { unreadCount, notifications } = useNotifications.getState();
  showFreshProjects();
  return {
    conversations: useConversations.getState().list.data,
    thread: thread && { ...thread, unread: null },
    unreadCount,
    notifications,
    presence: presence.use.getState().byId,
    incoming: incomingRequests.items(),
    mine: myRequests.items(),
    interests: incomingInterests.items(),
    projects: useProjectList.getState().list.data?.map((id) => projects.get(id)),
    page: projectPage(7),
    recent: recentProjects.items(),
  };
}
