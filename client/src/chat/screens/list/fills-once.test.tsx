import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { applyUpdate, dropProject } from '../../../projects/state/project-changes';
import { fakeServer } from '../../../testing/fake-server';
import { held } from '../../../testing/held';
import { show } from '../../../testing/render';
import { conversation, member, OTHER, project } from '../../../testing/samples';
import { loadConversations, useConversations } from '../../state/conversations';
import { useRequested } from '../../state/requested-conversations';
import { useTeams } from '../../state/teams';
import { useUnreadMessages } from '../../state/unread-messages';
import { ConversationPane } from '../ConversationPane';
import { heldOrder } from './use-held-order';

const pane = <ConversationPane open={null} showsRequests={false} linkTo={(id) => ({ to: `/messages/${id}` })} />;
const ok = (data: object) => ({ body: { success: true, data } });
const requested = {
  id: 12,
  name: 'Meera',
  kind: 'join_request',
  own: true,
  project_id: 7,
  project_title: 'Kites',
  requested_at: '2026-01-01T12:00:00.000Z',
};
const names = () => screen.queryAllByRole('link').map((link) => link.textContent);
const rows = () => names().filter((name) => /Other|Meera/u.test(name ?? ''));

it('the list appears once, with messages, requests, teams and counts together, however slow they are', async () => {
  const { reply, release } = held(ok({ conversations: [requested], has_more: false }));
  fakeServer({
    'GET /api/messages/conversations': () => ok({ conversations: [conversation()], has_more: false }),
    'GET /api/conversations/requests': reply,
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show(pane, { as: member });
  await act(() => loadConversations());
  act(() => useTeams.setState({ list: [] }));
  act(() => useUnreadMessages.setState({ loaded: true, requestCount: 1 }));
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(names()).toEqual([]);
  release();
  await waitFor(() => expect(rows()).toHaveLength(2));
  screen.getByRole('link', { name: 'Message requests (1)' });
});

it('a row names a renamed project by its new title', async () => {
  fakeServer({
    'GET /api/messages/conversations': () => ok({ conversations: [], has_more: false }),
    'GET /api/conversations/requests': () => ok({ conversations: [requested], has_more: false }),
  });
  show(pane, { as: member });
  await act(() => loadConversations());
  act(() => {
    useTeams.setState({ list: [] });
    useUnreadMessages.setState({ loaded: true });
  });
  await screen.findByText('Request to join Kites');
  const before = useRequested.getState();
  act(() => applyUpdate(project(7, { title: 'Kites', max_members: 9 })));
  act(() => applyUpdate(project(8, { title: 'Kiosk' })));
  expect(useRequested.getState()).toBe(before);
  act(() => applyUpdate(project(7, { title: 'Kiosk' })));
  screen.getByText('Request to join Kiosk');
  // Outside its team, a hidden project keeps its former title.
  act(() => dropProject({ id: 7, title: 'Kites', creator_id: OTHER }));
  screen.getByText('Request to join Kites');
});

it('the list keeps its order while the pointer may be about to press, and then follows', async () => {
  const at = (minute: number) => `2026-01-01T12:0${minute}:00.000Z`;
  const list = [
    conversation({ id: 11, conversation_id: 11, name: 'First', last_message_time: at(5) }),
    conversation({ id: 12, conversation_id: 12, name: 'Second', last_message_time: at(4) }),
  ];
  fakeServer({ 'GET /api/messages/conversations': () => ok({ conversations: list, has_more: false }) });
  useTeams.setState({ list: [] });
  useUnreadMessages.setState({ loaded: true });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show(pane, { as: member });
  await act(() => loadConversations());
  const order = () => names().map((name) => (name?.includes('First') ? 'First' : 'Second'));
  await waitFor(() => expect(order()).toEqual(['First', 'Second']));
  fireEvent.pointerMove(screen.getByRole('link', { name: /Second/u }));
  act(() =>
    useConversations.setState((state) => ({
      ...state,
      list: {
        ...state.list,
        data: (state.list.data ?? []).map((row) =>
          row.name === 'Second' ? { ...row, last_message_time: at(9) } : row,
        ),
      },
    })),
  );
  expect(order()).toEqual(['First', 'Second']);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(order()).toEqual(['Second', 'First']);
});

it('a held order drops rows that have left, and appends new ones', () => {
  const row = (key: string) => ({ key });
  expect(heldOrder(['a', 'b', 'c'], ['d', 'c', 'a'].map(row)).map(({ key }) => key)).toEqual(['a', 'c', 'd']);
});
