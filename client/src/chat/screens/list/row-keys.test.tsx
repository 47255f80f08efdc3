import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeServer } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { conversation, member } from '../../../testing/samples';
import { loadConversations, useConversations } from '../../state/conversations';
import { useTeams } from '../../state/teams';
import { useUnreadMessages } from '../../state/unread-messages';
import { ConversationPane } from '../ConversationPane';
import { risen } from './row-keys';

const names = ['First', 'Second', 'Third', 'Fourth', 'Fifth'];
const at = (minute: number) => `2026-01-01T12:${minute + 10}:00.000Z`;
const rows = names.map((name, index) =>
  conversation({ id: 11 + index, conversation_id: 11 + index, name, last_message_time: at(9 - index) }),
);
const link = (name: string) => screen.getByRole('link', { name: new RegExp(name, 'u') });
const order = () => screen.getAllByRole('listitem').map((row) => names.find((name) => row.textContent?.includes(name)));

/** Records the rows that are inserted into the list, until the returned function is called. */
function watchPlaced(): () => (string | undefined)[] {
  const observer = new MutationObserver(() => undefined);
  observer.observe(screen.getByRole('list'), { childList: true });
  return () =>
    observer
      .takeRecords()
      .flatMap(({ addedNodes }) => [...addedNodes])
      .map((row) => names.find((name) => row.textContent?.includes(name)));
}

const arrive = (name: string, minute: number, unread = 0) =>
  act(() =>
    useConversations.setState((state) => ({
      list: {
        ...state.list,
        data: (state.list.data ?? []).map((row) =>
          row.name === name ? { ...row, last_message_time: at(minute), unread_count: unread } : row,
        ),
      },
    })),
  );

async function showList(): Promise<void> {
  fakeServer({
    'GET /api/messages/conversations': () => ({
      body: { success: true, data: { conversations: rows, has_more: false } },
    }),
  });
  useTeams.setState({ list: [] });
  useUnreadMessages.setState({ loaded: true });
  show(<ConversationPane open={null} showsRequests={false} linkTo={(id) => ({ to: `/messages/${id}` })} />, {
    as: member,
  });
  await act(() => loadConversations());
  await waitFor(() => expect(order()).toEqual(names));
}

it('a message moves its conversation’s row alone, however far down the list it is', async () => {
  await showList();
  const placed = watchPlaced();
  arrive('Fourth', 20);
  expect(order()).toEqual(['Fourth', 'First', 'Second', 'Third', 'Fifth']);
  expect(placed()).toEqual(['Fourth']);
  arrive('Fifth', 21);
  expect(order()).toEqual(['Fifth', 'Fourth', 'First', 'Second', 'Third']);
  expect(placed()).toEqual(['Fifth']);
});

it('a row that rises keeps the focus, and so does one that others pass', async () => {
  await showList();
  link('Fourth').focus();
  const focused = document.activeElement;
  arrive('Fifth', 20);
  expect(document.activeElement).toBe(focused);
  arrive('Fourth', 21);
  expect(order()).toEqual(['Fourth', 'Fifth', 'First', 'Second', 'Third']);
  expect(document.activeElement).toBe(focused);
});

it('a row that rises shows its new count as late as the others', async () => {
  await showList();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  arrive('Fourth', 20, 1);
  expect(link('Fourth').textContent).not.toContain('1 unread');
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(link('Fourth').textContent).toContain('1 unread');
});

it.each([
  { was: 'one at the end that rises to the top', places: [3, 0, 1, 2], found: [0] },
  { was: 'two that rise', places: [4, 0, 3, 1, 2], found: [2, 0] },
  { was: 'a new one above the others', places: [undefined, 0, 1, 2], found: [] },
  { was: 'one that sinks, which React moves alone', places: [1, 2, 3, 0], found: [] },
  { was: 'two neighbours that change places', places: [1, 0, 2], found: [] },
  { was: 'none', places: [0, 2, 5], found: [] },
])('finds the rows that rose: $was', ({ places, found }) => {
  expect(risen(places)).toEqual(found);
});
