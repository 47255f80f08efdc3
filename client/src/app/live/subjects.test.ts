import type { ServerEvent, ServerPayload } from '@sangam/shared/app/socket';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { noteTeams } from '../../chat/state/known-conversations';
import { listedTeam, useTeams } from '../../chat/state/teams';
import { toListed } from '../../chat/state/teams.reduce';
import { useThreads } from '../../chat/state/thread/threads';
import { useTyping } from '../../chat/state/thread/typing';
import type { LiveContext } from '../../core/realtime/live';
import { useSession } from '../../core/session/session';
import { resetStores } from '../../core/store/reset';
import type { News } from '../../notices/state/news';
import { fakeStorage } from '../../testing/fake-server';
import {
  CONVERSATION,
  choices,
  inboxChange,
  inboxItem,
  interest,
  invitation,
  joinRequest,
  KEY,
  ME,
  member,
  message,
  OTHER,
  offer,
  project,
  TEAM,
  TEAM_KEY,
  team,
  teamMessage,
} from '../../testing/samples';
import { loadAll, screen } from '../../testing/screen';
import { base, type ServerState, serve } from '../../testing/server-state';
import { dispatch, isServerEvent } from './subjects';
import '../../chat/sync/team-rows';

// Events alone, without the fetches after a missed one.
const fetches = vi.hoisted(() => ({
  fillThread: vi.fn(),
  fetchLists: vi.fn(),
  fetchNotifications: vi.fn(),
  isOwnDecision: vi.fn(async () => false),
}));
vi.mock('../../chat/sync/fetch-missing', async (load) => ({ ...(await load<object>()), ...fetches }));
vi.mock('../../notices/sync/fetch-notifications', () => fetches);
vi.mock('../../requests/sync/own-decision', () => fetches);
const context: LiveContext<News> = { me: ME, announce: vi.fn(), eventsMissed: vi.fn() };

const rejected = {
  status: 'rejected',
  decline_reason: 'other_skills',
  end_word: 'Sorry',
  ask_again_at: '2026-01-09T00:00:00.000Z',
} as const;
const requestStatus = { id: 5, status: 'pending', created_at: '2026-01-01T00:00:00.000Z' };
const second = message(2, { sender_name: 'Other' });
const unread = (unread_count: number, unread_version: number) => ({
  ...{ unread_count, unread_version },
  conversation: { id: OTHER, unread_count, unread_version },
});
const unreadOne = unread(1, 3);
const withSecond: Partial<ServerState> = {
  messages: [message(1), second],
  unread: 1,
  conversation: {
    ...base.conversation,
    last_message: second.content,
    last_message_time: second.created_at,
    last_seq: 2,
    unread_count: 1,
    unread_version: 3,
  },
  notifications: [
    {
      id: second.id,
      conversation_id: CONVERSATION,
      sender_id: OTHER,
      sender_name: 'Other',
      content: second.content,
      unread_count: 1,
      unread_version: 3,
      created_at: second.created_at,
    },
  ],
};

type Event = { [E in ServerEvent]: [E, ServerPayload<E>] }[ServerEvent];
interface Case {
  before?: Partial<ServerState>;
  /** The events that the server sends for one change. */
  events: Event[];
  after: Partial<ServerState>;
}

const decision = { id: 5, project_id: 7, project_title: 'Project 7', status: 'accepted', current_members: 2 } as const;
const interestDecision: ServerPayload<'connection:decided'> = {
  id: 6,
  project_id: 7,
  project_title: 'Project 7',
  status: 'denied',
  creator_id: OTHER,
  requester_id: ME,
  created_at: '',
};
const end = { id: 5, project_id: 7, project_title: 'Project 7' };
const lineOf = (...moved: { id: number; place?: number; offered_until?: string; waitlist_change?: number }[]) => ({
  ...{ project_id: 7, project_title: 'Project 7' },
  moved,
});
const departure = { project_id: 7, project_title: 'Project 7', user_id: OTHER, user_name: 'Other' };
const fuller = project(7, { current_members: 2, member_count: 2 });
const mine = project(8);
const handedOver = { ...fuller, creator_id: OTHER, creator_name: 'Other' };
const takeover = {
  ...{ project_id: 7, project_title: 'Project 7', creator_id: OTHER, creator_name: 'Other' },
  ...{ former_id: ME, former_name: 'Me' },
};
const teamChange = { conversation_id: TEAM, project_id: 7, name: 'Project 7' };
const sixth = {
  ...{ last_message: 'message 6', last_message_time: message(6).created_at, active_at: message(6).created_at },
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
      events: [['message:changed', teamMessage(6, { content: 'mended', change: 1 })]],
      after: {
        teams: [team({ ...sixth, unread_count: 1, unread_version: 11, last_message: 'mended', last_change: 1 })],
      },
    },
    {
      before: withSecond,
      events: [['message:changed', { ...second, content: 'mended', change: 1, edited_at: second.created_at }]],
      after: {
        ...withSecond,
        messages: [message(1), { ...second, content: 'mended', change: 1, edited_at: second.created_at }],
        conversation: { ...base.conversation, ...withSecond.conversation, last_message: 'mended', last_change: 1 },
        notifications: (withSecond.notifications ?? []).map((line) => ({ ...(line as object), content: 'mended' })),
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
      // Two servers sent events one after the other, and they crossed.
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
  'project:mine': [{ events: [['project:mine', mine]], after: { projects: [mine, project(7)] } }],
  'project:updated': [
    {
      before: {
        incoming: [joinRequest()],
        mine: [joinRequest({ id: 4, user_id: ME, creator_id: ME, status: 'rejected' })],
      },
      events: [['project:updated', renamed]],
      after: {
        projects: [renamed],
        incoming: [joinRequest({ project_title: 'Renamed' })],
        mine: [joinRequest({ id: 4, user_id: ME, creator_id: ME, status: 'rejected', project_title: 'Renamed' })],
      },
    },
  ],
  'project:deleted': [
    {
      before: { projects: [project(8, { creator_id: OTHER }), project(7)] },
      events: [['project:deleted', { id: 8, title: 'Project 8' }]],
      after: {},
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
  ],
  'profile:changed': [{ events: [['profile:changed', renamedMember]], after: { user: renamedMember } }],
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
        ...{ incoming: [joinRequest()], connections: [interest], interests: [interest] },
        ...{
          is_member: true,
          projects: [fuller],
          team: [
            { id: ME, name: 'Me' },
            { id: OTHER, name: 'Other' },
          ],
        },
      },
      events: [
        ['project:taken-over', takeover],
        ['join-request:mine', joinRequest({ id: 8, user_id: ME, creator_id: ME, status: 'accepted' })],
        ['project:updated', handedOver],
      ],
      after: {
        mine: [joinRequest({ id: 8, user_id: ME, creator_id: OTHER, status: 'accepted' })],
        my_join_request: { ...requestStatus, id: 8, status: 'accepted' },
        ...{
          is_member: true,
          projects: [handedOver],
          team: [
            { id: ME, name: 'Me' },
            { id: OTHER, name: 'Other' },
          ],
        },
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

describe('a live event leaves the state that a fetch would bring', () => {
  beforeEach(() => {
    fakeStorage();
    vi.stubGlobal('document', { hidden: false });
    resetStores();
    useSession.setState({ status: 'signed-in', user: member, end: null });
  });

  it.each(
    Object.entries(cases).flatMap(([name, list]) => list.map((item, index) => [`${name} ${index + 1}`, item] as const)),
  )('%s', async (_, { events, after, before = {} }: Case) => {
    serve({ ...base, ...before });
    await loadAll();
    for (const [event, payload] of events) dispatch(event, payload as never, context);
    // Rows of teams are changed by code that loads with the first.
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

describe('dispatch', () => {
  beforeEach(() => {
    vi.stubGlobal('document', { hidden: false });
    resetStores();
    useSession.setState({ status: 'signed-in', user: member, end: null });
    vi.clearAllMocks();
  });

  it('fetches the missing range when a message skips numbers', async () => {
    serve(base);
    await loadAll();
    dispatch('message:new', message(5), context);
    expect(fetches.fillThread).toHaveBeenCalledWith(KEY);
    expect(useThreads.getState().byId[KEY]?.messages.map((item) => item.seq)).toEqual([1]);
  });

  it('shows a change that skips numbers, and fetches those before it', async () => {
    serve(base);
    await loadAll();
    dispatch('message:changed', message(1, { content: 'mended', change: 3 }), context);
    expect(fetches.fillThread).toHaveBeenCalledWith(KEY);
    expect(fetches.fetchLists).toHaveBeenCalled();
    const thread = useThreads.getState().byId[KEY];
    expect([thread?.messages[0]?.content, thread?.lastChange, thread?.announcedChange]).toEqual(['mended', 0, 3]);
  });

  it('fetches the saved messages when one was missed', async () => {
    const server = serve(base);
    await loadAll();
    const before = server.of('GET /api/refresh').length;
    dispatch('saved:changed', { user_id: OTHER, seq: 1, saved_at: null, version: 2 }, context);
    expect(server.of('GET /api/refresh')).toHaveLength(before + 1);
  });

  it('fetches the unread messages when one of them was deleted', async () => {
    serve({ ...base, ...withSecond });
    await loadAll();
    dispatch('message:changed', { ...second, content: 'Message deleted', change: 1, deleted_at: 'now' }, context);
    expect(fetches.fetchLists).toHaveBeenCalled();
  });

  it('announces no messages from strangers while they are message requests, and does so once accepted', async () => {
    serve(base);
    await loadAll();
    dispatch('message-request:changed', { user_id: OTHER, request: 'waiting' }, context);
    dispatch('message:new', message(2), context);
    dispatch('message-request:changed', { user_id: OTHER, request: 'ignored' }, context);
    dispatch('message:new', message(3), context);
    expect(context.announce).not.toHaveBeenCalled();
    dispatch('message-request:changed', { user_id: OTHER, request: null }, context);
    dispatch('message:new', message(4), context);
    expect(context.announce).toHaveBeenCalledTimes(1);
  });

  it('fetches the lists when an unknown member writes', async () => {
    serve(base);
    await loadAll();
    dispatch('message:new', message(1, { sender_id: 99, conversation_id: 99 }), context);
    expect(fetches.fetchLists).toHaveBeenCalled();
  });

  it('fetches the notifications when one of their changes is missing', async () => {
    serve(base);
    await loadAll();
    dispatch('inbox:changed', inboxChange({ version: 2 }), context);
    expect(fetches.fetchNotifications).toHaveBeenCalled();
  });

  it('announces a message to a team once its row counts it as unread', async () => {
    noteTeams([TEAM]);
    useTeams.setState({ list: [toListed(team())] });
    let unread: number | undefined;
    vi.mocked(context.announce).mockImplementationOnce(() => {
      unread = listedTeam(TEAM_KEY)?.unread_count;
    });
    dispatch('message:new', teamMessage(6), context);
    await vi.waitFor(() => expect(unread).toBe(1));
  });

  it('announces an edit to the members whom it mentions for the first time', async () => {
    vi.mocked(context.announce).mockClear();
    const edited = teamMessage(1, { change: 1, content: 'Hi @Me', mentions: [{ user_id: ME, name: 'Me' }] });
    dispatch('message:changed', { ...edited, newly_mentioned: [OTHER] }, context);
    dispatch('message:changed', edited, context);
    expect(context.announce).not.toHaveBeenCalled();
    dispatch('message:changed', { ...edited, newly_mentioned: [ME, OTHER] }, context);
    await vi.waitFor(() =>
      expect(vi.mocked(context.announce).mock.calls).toMatchObject([[{ kind: 'message', message: edited }]]),
    );
  });

  it('ends typing after a while and with the message', () => {
    vi.useFakeTimers();
    dispatch('typing', { conversation_id: CONVERSATION, sender_id: OTHER, typing: true }, context);
    expect(Boolean(useTyping.getState()[KEY]?.includes(OTHER))).toBe(true);
    vi.advanceTimersByTime(10_000);
    expect(Boolean(useTyping.getState()[KEY]?.includes(OTHER))).toBe(false);
    dispatch('typing', { conversation_id: CONVERSATION, sender_id: OTHER, typing: true }, context);
    dispatch('message:new', message(1), context);
    expect(Boolean(useTyping.getState()[KEY]?.includes(OTHER))).toBe(false);
    vi.useRealTimers();
  });

  it('notifies only the requester of the decision', async () => {
    serve({ ...base, mine: [joinRequest({ user_id: ME })] });
    await loadAll();
    dispatch('join-request:decided', decision, context);
    expect(context.announce).toHaveBeenLastCalledWith({ kind: 'decision', decision });
    dispatch('join-request:decided', { ...decision, id: 77 }, context);
    expect(context.announce).toHaveBeenCalledTimes(1);
    expect(fetches.isOwnDecision).toHaveBeenCalledTimes(1);
  });

  it('notifies the creator of a withdrawn request, and not the requester on another device', async () => {
    serve({ ...base, incoming: [joinRequest()], mine: [joinRequest({ id: 8, user_id: ME })] });
    await loadAll();
    for (const id of [5, 8, 99]) dispatch('join-request:withdrawn', { ...end, id }, context);
    expect(vi.mocked(context.announce).mock.calls).toEqual([[{ kind: 'withdrawal', request: joinRequest() }]]);
  });

  it('notifies the creator once when a member leaves', async () => {
    serve({ ...base, incoming: [joinRequest()] });
    await loadAll();
    dispatch('join-request:decided', decision, context);
    dispatch('join-request:withdrawn', end, context);
    dispatch('team:left', departure, context);
    expect(vi.mocked(context.announce).mock.calls).toEqual([[{ kind: 'departure', departure }]]);
  });

  it('notifies the requester of an ended request, and a removed member', async () => {
    serve({ ...base, incoming: [joinRequest()], mine: [joinRequest({ id: 8, user_id: ME })] });
    await loadAll();
    const finished = { ...end, ended_by: 'project_finished' as const };
    const removal = { ...departure, user_id: ME, creator_id: OTHER, word: null };
    for (const id of [5, 8, 99]) dispatch('join-request:withdrawn', { ...finished, id }, context);
    for (const user_id of [ME, OTHER]) dispatch('team:removed', { ...removal, user_id }, context);
    expect(vi.mocked(context.announce).mock.calls).toEqual([
      [{ kind: 'end', end: { ...finished, id: 8 } }],
      [{ kind: 'removal', removal }],
    ]);
  });

  it('notifies each side of a transfer of the other’s acts, and the team of a new creator', () => {
    const changes = (['pending', 'taken_back', 'declined', 'accepted', 'ended'] as const).flatMap((status) =>
      [offer(), offer({ creator_id: ME, user_id: OTHER })].map((one) => ({ offer: one, status })),
    );
    for (const change of changes) dispatch('offer:changed', change, context);
    const told = vi.mocked(context.announce).mock.calls.map(([news]) => news);
    expect(told).toEqual([changes[0], changes[2], changes[5]].map((change) => ({ kind: 'transfer', change })));
    vi.clearAllMocks();
    dispatch('project:taken-over', { ...takeover, creator_id: ME }, context);
    dispatch('project:taken-over', takeover, context);
    expect(vi.mocked(context.announce).mock.calls).toEqual([[{ kind: 'transfer-accepted', takeover }]]);
  });

  it('notifies the requester, and not the creator, of the decision on interest', () => {
    dispatch('connection:decided', { ...interestDecision, requester_id: OTHER }, context);
    expect(context.announce).not.toHaveBeenCalled();
    dispatch('connection:decided', interestDecision, context);
    expect(context.announce).toHaveBeenCalledWith({ kind: 'interest-decision', decision: interestDecision });
  });

  it('knows its own events and ignores those of a newer server', () => {
    expect(isServerEvent('message:new')).toBe(true);
    expect(isServerEvent('constructor')).toBe(false);
    expect(isServerEvent('story:new')).toBe(false);
  });
});
