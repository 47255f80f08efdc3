import type { SavedNumbers } from '@sangam/shared/chat/saved-messages';
import type { TeamConversation } from '@sangam/shared/chat/teams';
import type { NotificationItem } from '@sangam/shared/notices/notifications';
import type { TeamMember } from '@sangam/shared/projects/projects';
import type { Transfer } from '@sangam/shared/projects/transfers';
import type { Interest, MyInterest } from '@sangam/shared/requests/interests';
import type { Invitation } from '@sangam/shared/requests/invitations';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { fakeServer } from './fake-server';
import { choices, conversation, ME, member, messages, OTHER, page, project } from './samples';

/** A server's answers; each case changes some of them. */
export const base = {
  messages: messages(1, 1),
  read_seq: 1,
  other_read_seq: 0,
  conversation: conversation({ email: 'other@example.org' }),
  unread: 0,
  notifications: [] as unknown[],
  incoming: [] as JoinRequest[],
  decided: [] as JoinRequest[],
  mine: [] as JoinRequest[],
  projects: [project(7)],
  connections: [] as Interest[],
  interests: [] as Interest[],
  team: [] as TeamMember[],
  my_interests: [] as MyInterest[],
  user: member,
  my_connection: null as unknown,
  my_join_request: null as unknown,
  is_member: false,
  /** The transfer of project 7. */
  offer: null as Transfer | null,
  /** Pending invitations to ME. */
  invitations: [] as Invitation[],
  inbox: { items: [] as NotificationItem[], unread: 0, version: 0 },
  choices: choices(),
  saved: { version: 0, conversations: [] } as SavedNumbers,
  teams: [] as TeamConversation[],
  /** Whether ME has blocked OTHER. */
  is_blocked: false,
};
export type ServerState = typeof base;

const ok = (body: object) => ({ body: { success: true, ...body } });
/** The fields of a list that has no other page. */
const whole = (list: readonly unknown[]) => ({ has_more: false, total: list.length });
/** Returns the parts of a refresh for this state. */
const partsOf = (state: ServerState) => ({
  conversations: { conversations: [state.conversation], has_more: false },
  bell: {
    unread_count: state.unread,
    unread_version: state.conversation.unread_version,
    notifications: state.notifications,
    has_more: false,
  },
  teams: { teams: state.teams },
  incoming_requests: { requests: state.incoming, ...whole(state.incoming) },
  my_requests: { requests: state.mine, ...whole(state.mine) },
  incoming_interests: { connections: state.interests, ...whole(state.interests) },
  my_invitations: { invitations: state.invitations, ...whole(state.invitations) },
});

/** Serves this state. Each part's version is its content. */
export const serve = (state: ServerState, replies: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    'GET /api/refresh': ({ query }) => {
      const parts = Object.entries(partsOf(state)).map(([part, data]) => ({
        part,
        data,
        version: JSON.stringify(data),
      }));
      const fresh = parts.filter(({ part, version }) => query.get(part) !== version);
      const answers = Object.fromEntries(fresh.map(({ part, ...answered }) => [part, answered]));
      const inbox = { ...state.inbox, ...whole(state.inbox.items) };
      const isHeld = query.get('inbox') === String(inbox.version);
      const isChosen = query.get('choices') === String(state.choices.version);
      const isSaved = query.get('saved') === String(state.saved.version);
      const choices = isChosen ? {} : { choices: state.choices };
      const saved = isSaved ? {} : { saved: state.saved };
      const own = { ...(isHeld ? {} : { inbox }), ...choices, ...saved };
      return ok({ data: { ...answers, ...own, inbox_version: inbox.version } });
    },
    'GET /api/messages/conversations': () => ok({ data: { conversations: [state.conversation], has_more: false } }),
    'GET /api/messages/c/:conversationId': ({ query }) => {
      const after = Number(query.get('after') ?? 0);
      const { read_seq, other_read_seq, conversation: known } = state;
      const { is_online, last_active, last_change } = known;
      const { request } = known;
      const user = {
        id: OTHER,
        name: known.name,
        is_online,
        last_active,
        is_blocked: state.is_blocked,
        ...(request && { request }),
      };
      const rest = state.messages.filter((item) => item.seq > after);
      return ok({ data: page(rest, state.messages.length, { read_seq, other_read_seq, user, last_change }) });
    },
    'GET /api/messages/unread-count': () =>
      ok({ data: { unread_count: state.unread, unread_version: state.conversation.unread_version } }),
    'GET /api/messages/notifications': () => ok({ data: { notifications: state.notifications, has_more: false } }),
    'POST /api/users/status': () => ok({ data: [] }),
    'POST /api/users/update-status': () => ok({ data: null }),
    'GET /api/project-requests/incoming': () => ok({ data: { requests: state.incoming, ...whole(state.incoming) } }),
    'GET /api/project-requests/decided': () => ok({ data: { requests: state.decided, ...whole(state.decided) } }),
    'GET /api/project-requests/mine': () => ok({ data: { requests: state.mine, ...whole(state.mine) } }),
    'GET /api/projects/connections/incoming': () =>
      ok({ data: { connections: state.interests, ...whole(state.interests) } }),
    'GET /api/projects/connections/mine': () =>
      ok({ data: { connections: state.my_interests, ...whole(state.my_interests) } }),
    'GET /api/projects/mine': () => {
      const mine = state.projects.filter(({ creator_id }) => creator_id === ME);
      return ok({ data: { projects: mine, ...whole(mine) } });
    },
    'GET /api/projects/offers': () => {
      const offers = state.offer?.user_id === ME ? [state.offer] : [];
      return ok({ data: { offers, ...whole(offers) } });
    },
    'GET /api/auth/me': () => ok({ user: state.user }),
    'GET /api/inbox': () => ok({ data: { ...state.inbox, ...whole(state.inbox.items) } }),
    'GET /api/projects': () => ok({ data: { projects: state.projects, has_more: false } }),
    'GET /api/projects/:id': () => {
      const [first = project(7)] = state.projects.filter((item) => item.id === 7);
      const detail = {
        ...first,
        skills_needed: first.required_skills,
        creator_college: '',
        creator_email: null,
        creator_skills: [],
        creator_github: null,
      };
      const { connections, team, my_connection, my_join_request, is_member, offer } = state;
      return ok({ project: detail, connections, team, my_connection, my_join_request, is_member, offer });
    },
    ...replies,
  });
