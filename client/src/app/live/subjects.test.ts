import type { ServerEvent, ServerPayload } from '@sangam/shared/app/socket';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveContext } from '../../core/realtime/live';
import { useSession } from '../../core/session/session';
import { resetStores } from '../../core/store/reset';
import type { Notice } from '../../notices/state/notice';
import { fakeStorage } from '../../testing/fake-server';
import {
  creatorChange,
  decision,
  departure,
  end,
  interestDecision,
  second,
  unread,
  unreadOne,
  withSecond,
} from '../../testing/live-samples';
import {
  choices,
  inboxChange,
  inboxItem,
  interest,
  invitation,
  joinRequest,
  ME,
  member,
  message,
  OTHER,
  offer,
  project,
  TEAM,
  team,
  teamMessage,
} from '../../testing/samples';
import { loadAll, screen } from '../../testing/screen';
import { base, type ServerState, serve } from '../../testing/server-state';
import { dispatch } from './subjects';
import '../../chat/sync/team-rows';

// Tests the events only, without the fetches after a missed one.
const fetches = vi.hoisted(() => ({
  fetchMissing: vi.fn(),
  fetchNotifications: vi.fn(),
  isOwnDecision: vi.fn(async () => false),
}));
vi.mock('../../chat/sync/fetch-missing', async (load) => ({ ...(await load<object>()), ...fetches }));
vi.mock('../../notices/sync/fetch-notifications', () => fetches);
vi.mock('../../requests/sync/own-decision', () => fetches);
const context: LiveContext<Notice> = { me: ME, announce: vi.fn(), eventsMissed: vi.fn() };

const rejected = {
  status: 'rejected',
  decline_reason: 'other_skills',
  end_word: 'Sorry',
  ask_again_at: '2026-01-09T00:00:00.000Z',
} as const;
const requestStatus = { id: 5, status: 'pending', created_at: '2026-01-01T00:00:00.000Z' };
type Event = { [E in ServerEvent]: [E, ServerPayload<E>] }[ServerEvent];
interface Case {
  before?: Partial<ServerState>;
  /** The events that the server sends for one change. */
  events: Event[];
  after: Partial<ServerState>;
}

const lineOf = (...moved: { id: number; place?: number; offered_until?: string; waitlist_change?: number }[]) => ({
  project_id: 7,
  project_title: 'Project 7',
  moved,
});
const fuller = project(7, { current_members: 2, member_count: 2 });
const mine = project(8);
const handedOver = { ...fuller, creator_id: OTHER, creator_name: 'Other' };
const teamChange = { conversation_id: TEAM, project_id: 7, name: 'Project 7' };
const sixth = {
  last_message: 'message 6',
  last_message_time: message(6).created_at,
  active_at: message(6).created_at,
  last_seq: 6,
};
const myInterest = {
  id: 6,
  project_id: 7,
  project_title: 'Project 7',
  status: 'pending',
  creator_id: OTHER,
  created_at: requestStatus.created_at,
} as const;
const byNew = (item: ReturnType<typeof message>) => (item.sender_id === OTHER ? { ...item, sender_name: 'New' } : item);
const renamedMember = { ...member, name: 'New', college: 'IIT' };
const renamed = project(7, { title: 'Renamed', required_skills: ['SQL'] });

const cases = {
  'message:new': [
    {
      before: { teams: [team()] },
      events: [['message:new', teamMessage(6)]],
      after: { teams: [team({ ...sixth, unread_count: 1, unread_version: 11 })] },
    },
    {
      events: [
        ['message:new', second],
        ['unread:changed', unreadOne],
      ],
      after: withSecond,
    },
    {
      // Written on another of this member's devices.
      events: [['message:new', { ...second, sender_id: ME, receiver_id: OTHER }]],
      after: {
        messages: [message(1), { ...second, sender_id: ME, receiver_id: OTHER }],
        conversation: {
          ...base.conversation,
          last_message: second.content,
          last_message_time: second.created_at,
          last_message_sender_id: ME,
          last_seq: 2,
        },
      },
    },
  ],
  'message:changed': [
    {
      before: { teams: [team({ ...sixth, unread_count: 1, unread_version: 11 })] },
      events: [['message:changed', teamMessage(6, { content: 'edited', change: 1 })]],
      after: {
        teams: [team({ ...sixth, unread_count: 1, unread_version: 11, last_message: 'edited', last_change: 1 })],
      },
    },
    {
      before: withSecond,
      events: [['message:changed', { ...second, content: 'edited', change: 1, edited_at: second.created_at }]],
      after: {
        ...withSecond,
        messages: [message(1), { ...second, content: 'edited', change: 1, edited_at: second.created_at }],
        conversation: { ...base.conversation, ...withSecond.conversation, last_message: 'edited', last_change: 1 },
        notifications: (withSecond.notifications ?? []).map((line) => ({ ...(line as object), content: 'edited' })),
      },
    },
    {
      // An older message was deleted, so the last line stays.
      before: withSecond,
      events: [['message:changed', message(1, { content: 'Message deleted', change: 1, deleted_at: 'now' })]],
      after: {
        ...withSecond,
        messages: [message(1, { content: 'Message deleted', change: 1, deleted_at: 'now' }), second],
        conversation: { ...base.conversation, ...withSecond.conversation, last_change: 1 },
      },
    },
  ],
  'message:read': [
    {
      // Read on another of this member's devices.
      before: { teams: [team({ ...sixth, unread_count: 1, unread_version: 11 })] },
      events: [
        ['message:read', { conversation_id: TEAM, reader_id: ME, up_to: 6, read_at: '' }],
        [
          'unread:changed',
          { ...unread(0, 2), conversation: { conversation_id: TEAM, unread_count: 0, unread_version: 12 } },
        ],
      ],
      after: { teams: [team({ ...sixth, read_seq: 6, unread_version: 12 })] },
    },
    {
      events: [['message:read', { reader_id: OTHER, other_id: ME, up_to: 1, read_at: '' }]],
      after: { other_read_seq: 1, conversation: { ...base.conversation, other_read_seq: 1 } },
    },
    {
      before: { ...withSecond, read_seq: 1 },
      events: [
        ['message:read', { reader_id: ME, other_id: OTHER, up_to: 2, read_at: '' }],
        ['unread:changed', unread(0, 4)],
      ],
      after: {
        ...withSecond,
        read_seq: 2,
        unread: 0,
        notifications: [],
        conversation: {
          ...base.conversation,
          ...withSecond.conversation,
          read_seq: 2,
          unread_count: 0,
          unread_version: 4,
        },
      },
    },
  ],
  'unread:changed': [
    {
      events: [
        ['message:new', second],
        ['unread:changed', unreadOne],
      ],
      after: withSecond,
    },
    {
      // Events from two servers arrive out of order.
      events: [
        ['message:new', second],
        ['unread:changed', unreadOne],
        ['unread:changed', unread(0, 2)],
      ],
      after: withSecond,
    },
  ],
  'presence:changed': [
    {
      events: [['presence:changed', { id: OTHER, is_online: true, last_active: '2026-01-01T00:00:09.000Z' }]],
      after: {
        conversation: { ...base.conversation, is_online: true, last_active: '2026-01-01T00:00:09.000Z' },
      },
    },
  ],
  'join-request:created': [{ events: [['join-request:created', joinRequest()]], after: { incoming: [joinRequest()] } }],
  'join-request:mine': [
    {
      events: [['join-request:mine', joinRequest({ user_id: ME, creator_id: ME })]],
      after: { mine: [joinRequest({ user_id: ME, creator_id: ME })], my_join_request: requestStatus },
    },
  ],
  'join-request:decided': [
    {
      before: { incoming: [joinRequest()] },
      events: [
        ['join-request:decided', decision],
        ['project:updated', fuller],
      ],
      after: { projects: [fuller] },
    },
    {
      before: { mine: [joinRequest({ user_id: ME, creator_id: ME })], my_join_request: requestStatus },
      events: [
        ['join-request:decided', decision],
        ['project:updated', fuller],
      ],
      after: {
        mine: [joinRequest({ user_id: ME, creator_id: ME, status: 'accepted' })],
        my_join_request: { ...requestStatus, status: 'accepted' },
        is_member: true,
        projects: [fuller],
      },
    },
  ],
  'join-request:reopened': [
    { events: [['join-request:reopened', joinRequest()]], after: { incoming: [joinRequest()] } },
    {
      before: {
        mine: [joinRequest({ user_id: ME, creator_id: ME, ...rejected })],
        my_join_request: { ...requestStatus, ...rejected },
      },
      events: [['join-request:reopened', joinRequest({ user_id: ME, creator_id: ME })]],
      after: { mine: [joinRequest({ user_id: ME, creator_id: ME })], my_join_request: requestStatus },
    },
  ],
  'join-request:withdrawn': [
    {
      before: { mine: [joinRequest({ user_id: ME, creator_id: ME })], my_join_request: requestStatus },
      events: [['join-request:withdrawn', end]],
      after: {
        mine: [joinRequest({ user_id: ME, creator_id: ME, status: 'withdrawn' })],
        my_join_request: { ...requestStatus, status: 'withdrawn' },
      },
    },
    {
      before: { incoming: [joinRequest()] },
      events: [['join-request:withdrawn', end]],
      after: {},
    },
  ],
  'join-request:line': [
    {
      before: { mine: [joinRequest({ user_id: ME, answer_by: '2026-01-08T00:00:00.000Z' })] },
      events: [
        ['join-request:line', lineOf({ id: 5, place: 2 })],
        ['join-request:line', lineOf({ id: 5, place: 1 })],
        // An older event from another server.
        ['join-request:line', lineOf({ id: 5, place: 2 })],
      ],
      after: { mine: [joinRequest({ user_id: ME, place: 1 })] },
    },
    {
      // A place rises when a member who asked earlier is added.
      before: { mine: [joinRequest({ user_id: ME, waitlist: true })] },
      events: [
        ['join-request:line', lineOf({ id: 5, place: 1, waitlist_change: 2 })],
        ['join-request:line', lineOf({ id: 5, place: 2, waitlist_change: 4 })],
        // An older event from another server.
        ['join-request:line', lineOf({ id: 5, place: 3, waitlist_change: 3 })],
      ],
      after: { mine: [joinRequest({ user_id: ME, place: 2, waitlist_change: 4 })] },
    },
    {
      before: { incoming: [joinRequest({ place: 1 })] },
      events: [
        ['join-request:line', lineOf({ id: 5, offered_until: '2026-01-03T00:00:00.000Z' })],
        ['join-request:line', lineOf({ id: 5, place: 1 })],
      ],
      after: { incoming: [joinRequest({ offered_until: '2026-01-03T00:00:00.000Z' })] },
    },
  ],
  'connection:created': [
    { events: [['connection:created', interest]], after: { connections: [interest], interests: [interest] } },
  ],
  'connection:mine': [
    {
      events: [['connection:mine', myInterest]],
      after: { my_interests: [myInterest], my_connection: { ...requestStatus, id: 6 } },
    },
  ],
  'connection:decided': [
    {
      before: { connections: [interest], interests: [interest] },
      events: [['connection:decided', { ...interestDecision, requester_id: OTHER, status: 'approved' }]],
      after: { connections: [{ ...interest, status: 'approved' }], interests: [] },
    },
    {
      before: { my_connection: { ...requestStatus, id: 6 } },
      events: [['connection:decided', interestDecision]],
      after: { my_connection: { ...requestStatus, id: 6, status: 'denied' } },
    },
  ],
  'invitation:changed': [
    { events: [['invitation:changed', invitation()]], after: { invitations: [invitation()] } },
    {
      before: { invitations: [invitation()] },
      events: [['invitation:changed', invitation({ status: 'declined' })]],
      after: { invitations: [] },
    },
  ],
  'project:created': [{ events: [['project:created', project(8)]], after: { projects: [project(8), project(7)] } }],
  'project:mine': [
    { events: [['project:mine', mine]], after: { projects: [mine, project(7)] } },
    {
      before: { incoming: [joinRequest()] },
      events: [['project:mine', renamed]],
      after: { projects: [renamed], incoming: [joinRequest({ project_title: 'Renamed' })] },
    },
  ],
  'project:updated': [
    {
      before: {
        incoming: [joinRequest()],
        mine: [joinRequest({ id: 4, user_id: ME, creator_id: ME, status: 'rejected' })],
        invitations: [invitation()],
        offer: offer(),
      },
      events: [['project:updated', renamed]],
      after: {
        projects: [renamed],
        invitations: [invitation({ project_title: 'Renamed' })],
        offer: offer({ project_title: 'Renamed' }),
        incoming: [joinRequest({ project_title: 'Renamed' })],
        mine: [joinRequest({ id: 4, user_id: ME, creator_id: ME, status: 'rejected', project_title: 'Renamed' })],
      },
    },
    {
      // A new creator, whose name only pending requests have.
      before: {
        projects: [project(8, { title: 'Project 7', creator_id: OTHER }), project(7)],
        mine: [
          joinRequest({ id: 8, user_id: ME, creator_id: OTHER, creator_name: 'Other', project_id: 8 }),
          joinRequest({ id: 4, user_id: ME, creator_id: OTHER, status: 'rejected', project_id: 8 }),
        ],
      },
      events: [['project:updated', project(8, { title: 'Project 7', creator_id: 3, creator_name: 'Third' })]],
      after: {
        projects: [project(8, { title: 'Project 7', creator_id: 3, creator_name: 'Third' }), project(7)],
        mine: [
          joinRequest({ id: 8, user_id: ME, creator_id: 3, creator_name: 'Third', project_id: 8 }),
          joinRequest({ id: 4, user_id: ME, creator_id: 3, status: 'rejected', project_id: 8 }),
        ],
      },
    },
  ],
  'project:deleted': [
    {
      before: { projects: [project(8, { creator_id: OTHER }), project(7)] },
      events: [['project:deleted', { id: 8, title: 'Project 8', creator_id: OTHER }]],
      after: {},
    },
    {
      // A hidden project: outside its team, the title from before is shown.
      before: { mine: [joinRequest({ id: 8, user_id: ME, project_id: 8, project_title: 'Newer', creator_id: OTHER })] },
      events: [['project:deleted', { id: 8, title: 'Older', creator_id: OTHER }]],
      after: { mine: [joinRequest({ id: 8, user_id: ME, project_id: 8, project_title: 'Older', creator_id: OTHER })] },
    },
  ],
  'team:left': [{ events: [['team:left', departure]], after: {} }],
  'team:removed': [
    {
      before: {
        mine: [joinRequest({ user_id: ME, creator_id: ME, status: 'accepted' })],
        my_join_request: { ...requestStatus, status: 'accepted' },
        is_member: true,
        projects: [fuller],
      },
      events: [
        [
          'join-request:withdrawn',
          { id: 5, project_id: 7, project_title: 'Project 7', ended_by: 'removed', end_word: 'Bye' },
        ],
        ['team:removed', { ...departure, user_id: ME, creator_id: OTHER, word: 'Bye' }],
        ['project:updated', project(7)],
      ],
      after: {
        mine: [joinRequest({ user_id: ME, creator_id: ME, status: 'withdrawn', ended_by: 'removed', end_word: 'Bye' })],
        my_join_request: { ...requestStatus, status: 'withdrawn' },
      },
    },
    {
      before: { mine: [joinRequest({ user_id: ME, creator_id: ME, status: 'accepted' })] },
      events: [['join-request:withdrawn', { id: 5, project_id: 7, project_title: 'Project 7', left_team: true }]],
      after: { mine: [joinRequest({ user_id: ME, creator_id: ME, status: 'withdrawn', left_team: true })] },
    },
  ],
  'profile:changed': [
    {
      events: [['profile:changed', renamedMember]],
      after: { user: renamedMember, projects: [project(7, { creator_name: 'New' })] },
    },
  ],
  'member:renamed': [
    {
      before: { ...withSecond, incoming: [joinRequest()], teams: [team()], projects: [handedOver] },
      events: [['member:renamed', { id: OTHER, name: 'New' }]],
      after: {
        ...withSecond,
        messages: (withSecond.messages ?? []).map(byNew),
        notifications: (withSecond.notifications ?? []).map((line) => ({ ...(line as object), sender_name: 'New' })),
        conversation: { ...base.conversation, ...withSecond.conversation, name: 'New' },
        incoming: [joinRequest({ user_name: 'New' })],
        teams: [team({ last_message_sender_name: 'New' })],
        projects: [{ ...handedOver, creator_name: 'New' }],
      },
    },
  ],
  // Shown by the avatars in view: `people/state/pictures.test.tsx`.
  'picture:changed': [{ events: [['picture:changed', { id: OTHER }]], after: {} }],
  'inbox:changed': [
    {
      events: [['inbox:changed', inboxChange({ unread: 1, added: [inboxItem(2)] })]],
      after: { inbox: { items: [inboxItem(2)], unread: 1, version: 1 } },
    },
    {
      // One replaces another, one is read, one is cleared.
      before: { inbox: { items: [inboxItem(3), inboxItem(2), inboxItem(1)], unread: 3, version: 0 } },
      events: [
        ['inbox:changed', inboxChange({ unread: 3, added: [inboxItem(1, { kind: 'request:withdrawn' })] })],
        ['inbox:changed', inboxChange({ unread: 2, version: 2, read_ids: [2] })],
        ['inbox:changed', inboxChange({ unread: 1, version: 3, cleared_ids: [3] })],
        // An older event from another server.
        ['inbox:changed', inboxChange({ unread: 9, version: 2 })],
      ],
      after: {
        inbox: {
          items: [inboxItem(1, { kind: 'request:withdrawn' }), inboxItem(2, { read: true })],
          unread: 1,
          version: 3,
        },
      },
    },
  ],
  'choices:changed': [
    {
      events: [
        ['choices:changed', choices({ version: 2, muted_member_ids: [OTHER] })],
        // An older event from another server.
        ['choices:changed', choices({ version: 1, mail_pace: 'daily' })],
      ],
      after: { choices: choices({ version: 2, muted_member_ids: [OTHER] }) },
    },
  ],
  'block:changed': [
    {
      events: [['block:changed', { user_id: OTHER, is_blocked: true }]],
      after: { is_blocked: true, conversation: { ...base.conversation, is_online: false, last_active: null } },
    },
    {
      before: { is_blocked: true },
      events: [['block:changed', { user_id: OTHER, is_blocked: false }]],
      after: {},
    },
  ],
  'message-request:changed': [
    {
      events: [['message-request:changed', { user_id: OTHER, request: 'waiting' }]],
      after: { conversation: { ...base.conversation, request: 'waiting' } },
    },
    {
      before: { conversation: { ...base.conversation, request: 'waiting' } },
      events: [['message-request:changed', { user_id: OTHER, request: null }]],
      after: {},
    },
  ],
  'offer:changed': [
    {
      events: [['offer:changed', { offer: offer(), status: 'pending' }]],
      after: { offer: offer() },
    },
    {
      before: { offer: offer() },
      // An older event from another server arrives last.
      events: [
        ['offer:changed', { offer: offer(), status: 'taken_back' }],
        ['offer:changed', { offer: offer(), status: 'pending' }],
      ],
      after: {},
    },
  ],
  'project:taken-over': [
    {
      before: {
        incoming: [joinRequest()],
        connections: [interest],
        interests: [interest],
        is_member: true,
        projects: [fuller],
        team: [
          { id: ME, name: 'Me' },
          { id: OTHER, name: 'Other' },
        ],
      },
      events: [
        ['project:taken-over', creatorChange],
        ['join-request:mine', joinRequest({ id: 8, user_id: ME, creator_id: ME, status: 'accepted' })],
        ['project:updated', handedOver],
      ],
      after: {
        mine: [joinRequest({ id: 8, user_id: ME, creator_id: OTHER, status: 'accepted' })],
        my_join_request: { ...requestStatus, id: 8, status: 'accepted' },
        is_member: true,
        projects: [handedOver],
        team: [
          { id: ME, name: 'Me' },
          { id: OTHER, name: 'Other' },
        ],
      },
    },
  ],
  'saved:changed': [
    {
      before: { saved: { version: 1, conversations: [{ user_id: OTHER, seqs: [2] }] } },
      events: [
        ['saved:changed', { user_id: OTHER, seq: 1, saved_at: requestStatus.created_at, version: 2 }],
        // A repeated event, and an older one from another server.
        ['saved:changed', { user_id: OTHER, seq: 1, saved_at: requestStatus.created_at, version: 2 }],
        ['saved:changed', { user_id: OTHER, seq: 2, saved_at: requestStatus.created_at, version: 1 }],
        ['saved:changed', { user_id: OTHER, seq: 2, saved_at: null, version: 3 }],
      ],
      after: { saved: { version: 3, conversations: [{ user_id: OTHER, seqs: [1] }] } },
    },
  ],
  typing: [{ events: [['typing', { sender_id: OTHER, typing: true }]], after: {} }],
  'conversation:changed': [
    {
      before: { teams: [team()] },
      events: [
        ['conversation:changed', { ...teamChange, name: 'Renamed', people: 5, member_count: 4 }],
        // An older event from another server.
        ['conversation:changed', { ...teamChange, people: 4, member_count: 2 }],
      ],
      after: { teams: [team({ name: 'Renamed', people: 5, member_count: 4 })] },
    },
  ],
  'conversation:left': [
    { before: { teams: [team()] }, events: [['conversation:left', { conversation_id: TEAM }]], after: {} },
  ],
  'conversation:read': [
    {
      before: { teams: [team()] },
      events: [['conversation:read', { conversation_id: TEAM, marks: [{ user_id: OTHER, read_seq: 5 }] }]],
      after: { teams: [team()] },
    },
  ],
  'pushes:missed': [{ events: [['pushes:missed', { paused: false }]], after: {} }],
} satisfies { [E in ServerEvent]: Case[] };

describe('a live event leads to the state that a fetch would return', () => {
  beforeEach(() => {
    fakeStorage();
    vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
    resetStores();
    useSession.setState({ status: 'signed-in', user: member, end: null });
  });

  it.each(
    Object.entries(cases).flatMap(([name, list]) => list.map((item, index) => [`${name} ${index + 1}`, item] as const)),
  )('%s', async (_, { events, after, before = {} }: Case) => {
    serve({ ...base, ...before });
    await loadAll();
    for (const [event, payload] of events) dispatch(event, payload as never, context);
    // The code that changes team rows is loaded with the first one.
    if (before.teams) await new Promise((done) => setTimeout(done));
    const live = screen();
    resetStores();
    serve({ ...base, ...after });
    await loadAll();
    expect(live).toEqual(screen());
  });

  it('fails when an event is lost, so that the comparison above means something', async () => {
    serve(base);
    await loadAll();
    const stale = screen();
    resetStores();
    serve({ ...base, ...withSecond });
    await loadAll();
    expect(stale).not.toEqual(screen());
  });
});
