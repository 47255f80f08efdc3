import { beforeEach, expect, it } from 'vitest';
import { useSession } from '../../core/session/session';
import { resetStores } from '../../core/store/reset';
import { rename } from '../../people/state/members';
import { applyUpdate } from '../../projects/state/project-changes';
import { fakeServer, fakeStorage } from '../../testing/fake-server';
import { held } from '../../testing/held';
import { CONVERSATION, conversation, member, OTHER, project } from '../../testing/samples';
import { loadConversations, useConversations } from './conversations';
import { showRequested, useRequested } from './requested-conversations';
import { loadUnread, useUnreadMessages } from './unread-messages';

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
