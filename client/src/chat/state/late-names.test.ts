import { beforeEach, expect, it } from 'vitest';
import { useSession } from '../../core/session/session';
import { resetStores } from '../../core/store/reset';
import { members, rename } from '../../people/state/members';
import { applyUpdate } from '../../projects/state/project-changes';
import { loadIncoming, requests } from '../../requests/state/requests';
import { fakeServer, fakeStorage } from '../../testing/fake-server';
import { held } from '../../testing/held';
import {
  CONVERSATION,
  conversation,
  joinRequest,
  KEY,
  member,
  message,
  OTHER,
  page,
  project,
  TEAM,
  TEAM_KEY,
  teamInfo,
} from '../../testing/samples';
import { loadOlder } from '../sync/scroll-thread';
import { syncThread } from '../sync/thread-sync';
import { loadConversations, loadMoreConversations, useConversations } from './conversations';
import { loadMoreMessageRequests, useMessageRequestList } from './message-request-list';
import { showRequested, useRequested } from './requested-conversations';
import { loadMoreSaved, useSavedList } from './saved/saved-list';
import { loadTeamInfo } from './team/load-team-info';
import { useTeamInfos } from './team/team-infos';
import './thread/question-titles';
import { useThreads } from './thread/threads';
import { loadMoreUnread, loadUnread, useUnreadMessages } from './unread-messages';

beforeEach(() => {
  fakeStorage();
  resetStores();
  useSession.setState({ status: 'signed-in', user: member, end: null });
});

const line = { id: 1, conversation_id: CONVERSATION, sender_id: OTHER, content: 'Hi', created_at: '' };
const requested = { id: OTHER, project_id: 7, project_title: 'Project 7' };

it.each([
  {
    list: 'the conversations',
    data: (name: string) => ({ conversations: [conversation({ name })], has_more: false }),
    load: loadConversations,
    shown: () => useConversations.getState().list.data?.[0]?.name,
  },
  {
    list: 'the bell',
    data: (name: string) => ({
      ...{ unread_count: 1, unread_version: 1, has_more: false },
      notifications: [{ ...line, sender_name: name, unread_count: 1, unread_version: 1 }],
    }),
    load: loadUnread,
    shown: () => useUnreadMessages.getState().notifications[0]?.sender_name,
  },
  {
    list: 'the conversations without messages',
    data: (name: string) => ({ conversations: [{ ...requested, name }] }),
    load: showRequested,
    shown: () => useRequested.getState().data?.[0]?.name,
  },
])('$list show a name that changes at any moment before the answer', async ({ data, load, shown }) => {
  for (let steps = 0; steps < 30; steps += 1) {
    resetStores();
    useSession.setState({ status: 'signed-in', user: member, end: null });
    const late = held(null);
    let name = 'Asha';
    const answer = async () => {
      const body = { success: true, data: data(name) };
      await late.reply();
      return { body };
    };
    fakeServer({
      'GET /api/messages/conversations': answer,
      'GET /api/messages/unread-count': answer,
      'GET /api/messages/notifications': answer,
      'GET /api/conversations/requests': answer,
    });
    void load();
    late.release();
    for (let step = 0; step < steps; step += 1) await null;
    name = 'Devi';
    rename({ id: OTHER, name });
    await expect.poll(shown).toBeDefined();
    await new Promise((resolve) => setTimeout(resolve));
    expect([steps, shown()]).toEqual([steps, 'Devi']);
  }
});

it('the conversations without messages name a project that is renamed before the first answer', async () => {
  const late = held(null);
  let project_title = 'Project 7';
  fakeServer({
    'GET /api/conversations/requests': async () => {
      const body = { success: true, data: { conversations: [{ ...requested, name: 'Asha', project_title }] } };
      await late.reply();
      return { body };
    },
  });
  showRequested();
  await null;
  project_title = 'Rover';
  applyUpdate(project(7, { title: project_title }));
  late.release();
  await expect.poll(() => useRequested.getState().data?.[0]?.project_title).toBe('Rover');
});

const at = '2026-01-01T00:00:00.000Z';
const messageOf = (seq: number, name: string, project_title = 'Project 7') =>
  message(seq, { conversation_id: CONVERSATION, sender_id: OTHER, sender_name: name, project_id: 7, project_title });
const thread = () => useThreads.getState().byId[KEY];
const setReady = () => ({ status: 'ready' as const, error: null });

/** Reads whose answer is stored as it is, though a name or a title changes before. `prepare` runs first. */
const reads: Record<
  string,
  {
    call: string;
    data: (name: string, title: string) => unknown;
    prepare?: () => unknown;
    load: () => unknown;
    shown: () => unknown;
    expected?: unknown;
  }
> = {
  'a team’s members and events': {
    call: 'GET /api/messages/c/:conversationId/team',
    data: (name) => ({
      ...teamInfo({ events: [{ id: 1, kind: 'left', at, after_seq: 1, user_id: OTHER, user_name: name }] }),
      participants: [{ ...teamInfo().participants[0], id: OTHER, name }],
    }),
    load: () => loadTeamInfo(TEAM_KEY),
    shown: () => {
      const info = useTeamInfos.getState()[`c${TEAM}`];
      return info && [info.participants[0]?.name, info.events[0]?.user_name, members.get(OTHER)?.name].join();
    },
    expected: 'Devi,Devi,Devi',
  },
  'a thread': {
    call: 'GET /api/messages/c/:conversationId',
    data: (name, title) => page([messageOf(1, name, title)], 1),
    load: () => syncThread(KEY),
    shown: () => {
      const first = thread()?.messages[0];
      return first && [first.sender_name, first.project_title].join();
    },
    expected: 'Devi,Rover',
  },
  'an earlier page of a thread': {
    call: 'GET /api/messages/c/:conversationId',
    data: (name, title) => page([messageOf(1, name, title)], 2),
    prepare: async () => {
      fakeServer({
        'GET /api/messages/c/:conversationId': () => ({
          body: { success: true, data: page([messageOf(2, 'Asha')], 2) },
        }),
      });
      await syncThread(KEY);
    },
    load: () => loadOlder(KEY),
    shown: () => {
      const [first, ...others] = thread()?.messages ?? [];
      return first && others.length > 0 ? [first.sender_name, first.project_title].join() : undefined;
    },
    expected: 'Devi,Rover',
  },
  'the next conversations': {
    call: 'GET /api/messages/conversations',
    data: (name) => ({ conversations: [conversation({ name })], has_more: false }),
    prepare: () => {
      const { id: _, ...row } = conversation({ id: 9, conversation_id: 90 });
      const first = { ...row, key: 'c90' as const, otherId: 9, last_message_time: '2026-02-01T00:00:00.000Z' };
      useConversations.setState({ list: { ...setReady(), data: [first] }, hasMore: true });
    },
    load: loadMoreConversations,
    shown: () => useConversations.getState().list.data?.find(({ otherId }) => otherId === OTHER)?.name,
  },
  'the next message requests': {
    call: 'GET /api/messages/requests',
    data: (name) => ({ conversations: [conversation({ name })], has_more: false }),
    load: loadMoreMessageRequests,
    shown: () => useMessageRequestList.getState().list.data?.[0]?.name,
  },
  'the bell’s next page': {
    call: 'GET /api/messages/notifications',
    data: (name) => ({
      ...{ unread_count: 2, unread_version: 1, has_more: false },
      notifications: [{ ...line, sender_name: name, unread_count: 1, unread_version: 1 }],
    }),
    prepare: () => {
      const first = {
        ...line,
        sender_id: 9,
        conversation_id: 90,
        sender_name: 'Zoya',
        unread_count: 1,
        unread_version: 1,
      };
      useUnreadMessages.setState({ loaded: true, hasMore: true, notifications: [first] });
    },
    load: loadMoreUnread,
    shown: () => useUnreadMessages.getState().notifications.find(({ sender_id }) => sender_id === OTHER)?.sender_name,
  },
  'the next saved messages': {
    call: 'GET /api/messages/saved',
    data: (name) => ({
      saved: [
        {
          conversation_id: TEAM,
          number: 1,
          seq: 1,
          sender_id: OTHER,
          sender_name: name,
          name: 'T',
          content: '',
          created_at: at,
        },
      ],
      has_more: false,
    }),
    load: loadMoreSaved,
    shown: () => useSavedList.getState().list.data?.[0]?.sender_name,
  },
  'a join request': {
    call: 'GET /api/project-requests/decided',
    data: (name, title) => ({
      requests: [joinRequest({ status: 'rejected', user_name: name, project_title: title })],
      has_more: false,
      total: 1,
    }),
    load: () => loadIncoming(5),
    shown: () => {
      const found = requests.get(5);
      return found && [found.user_name, found.project_title].join();
    },
    expected: 'Devi,Rover',
  },
};

it.each(Object.entries(reads))(
  '%s has no former name or title, whenever it changes before the answer is stored',
  async (_, { call, data, prepare, load, shown, expected = 'Devi' }) => {
    for (let steps = 0; steps < 30; steps += 1) {
      resetStores();
      useSession.setState({ status: 'signed-in', user: member, end: null });
      await prepare?.();
      const late = held({ body: { success: true, data: data('Asha', 'Project 7') } });
      fakeServer({ [call]: late.reply });
      void load();
      await null;
      late.release();
      for (let step = 0; step < steps; step += 1) await null;
      rename({ id: OTHER, name: 'Devi' });
      applyUpdate(project(7, { title: 'Rover' }));
      await expect.poll(shown).toBeDefined();
      await new Promise((resolve) => setTimeout(resolve));
      expect([steps, shown()]).toEqual([steps, expected]);
    }
  },
);

it.each([
  {
    happens: 'renamed after their project has changed',
    events: () => {
      applyUpdate(project(7, { creator_id: OTHER, creator_name: 'Asha', title: 'Rover' }));
      rename({ id: OTHER, name: 'Devi' });
    },
    creator: { creator_id: OTHER, creator_name: 'Devi' },
  },
  {
    happens: 'renamed before their project is transferred',
    events: () => {
      rename({ id: OTHER, name: 'Devi' });
      applyUpdate(project(7, { creator_id: 9, creator_name: 'Vikram', title: 'Rover' }));
    },
    creator: { creator_id: 9, creator_name: 'Vikram' },
  },
])('a join request names the present creator when its creator is $happens', async ({ events, creator }) => {
  const row = joinRequest({ status: 'rejected', creator_id: OTHER, creator_name: 'Asha' });
  const late = held({ body: { success: true, data: { requests: [row], has_more: false, total: 1 } } });
  fakeServer({ 'GET /api/project-requests/decided': late.reply });
  void loadIncoming(5);
  await null;
  events();
  late.release();
  await expect.poll(() => requests.get(5)).toMatchObject({ ...creator, project_title: 'Rover' });
});

it('a name that changes between two pages is not undone by the first of them', async () => {
  const latest = held({ body: { success: true, data: page([messageOf(80, 'Asha')], 80, { first_unread_seq: 1 }) } });
  const around = held({ body: { success: true, data: page([messageOf(79, 'Devi')], 80) } });
  fakeServer({ 'GET /api/messages/c/:conversationId': ({ query }) => (query.has('after') ? around : latest).reply() });
  void syncThread(KEY);
  latest.release();
  await new Promise((resolve) => setTimeout(resolve));
  rename({ id: OTHER, name: 'Devi' });
  around.release();
  await expect.poll(() => thread()?.messages.map(({ sender_name }) => sender_name)).toEqual(['Devi', 'Devi']);
});

it('a later answer is believed, though an event with its name was missed', async () => {
  rename({ id: OTHER, name: 'Devi' });
  fakeServer({
    'GET /api/messages/c/:conversationId': () => ({ body: { success: true, data: page([messageOf(1, 'Esha')], 1) } }),
  });
  await syncThread(KEY);
  expect(thread()?.messages[0]?.sender_name).toBe('Esha');
});
