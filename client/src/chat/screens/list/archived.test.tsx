import { ARCHIVED_WHILE_MUTED } from '@sangam/shared/chat/archived';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { ready } from '../../../core/store/loadable';
import { applyChoices } from '../../../notices/state/choices';
import { fakeServer } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { CONVERSATION, choices, KEY, listed, ME, member, message, OTHER } from '../../../testing/samples';
import { setConversationSearch, useConversations } from '../../state/conversations';
import { noteConversation } from '../../state/known-conversations';
import { openOutbox, useOutbox } from '../../state/outbox/outbox';
import { enqueueAct } from '../../state/outbox/outbox-acts';
import { useRequested } from '../../state/requested-conversations';
import { useTeams } from '../../state/teams';
import { useThreads } from '../../state/thread/threads';
import { newThread } from '../../state/thread/threads.reduce';
import { useUnreadMessages } from '../../state/unread-messages';
import { takeUnread } from '../../sync/take-message';
import { ConversationPane } from '../ConversationPane';
import { ThreadActs } from '../thread/ThreadActs';

const unread = (archived_until?: number, more = 0) => ({
  unread_count: 1 + more,
  unread_version: 4 + more,
  conversation: {
    id: OTHER,
    conversation_id: CONVERSATION,
    unread_count: 1 + more,
    unread_version: 4 + more,
    unread_mark: { from: null, version: 1, ...(archived_until !== undefined && { archived_until }) },
  },
});
const first = listed({ last_seq: 2, unread_count: 1, unread_version: 3 });
const second = listed({ key: 'c3', otherId: 3, name: 'Third', last_message_time: '2025-01-01T00:00:00.000Z' });
const acts = () => useOutbox.getState().acts.map(({ verb, seq, text }) => [verb, seq, text]);
const names = () =>
  within(screen.getByRole('region'))
    .queryAllByRole('listitem')
    .map((row) => row.textContent);

beforeEach(() => {
  noteConversation(CONVERSATION, OTHER);
  fakeServer({
    'PUT /api/messages/c/:conversationId/archive': () => 'network',
    'DELETE /api/messages/c/:conversationId/archive': () => 'network',
  });
});
const begin = (element: Parameters<typeof show>[0]) => {
  applyChoices(choices());
  const user = show(element, { as: member });
  openOutbox(ME);
  act(() => {
    useConversations.setState({ list: ready([first, second]) });
    useRequested.setState(ready([]));
    useTeams.setState({ list: [] });
    useUnreadMessages.setState({ loaded: true });
  });
  return user;
};
const pane = (props: { archived?: boolean; onClose?: () => void } = {}) => (
  <ConversationPane open={null} showsRequests={false} linkTo={(id) => ({ to: `/messages/${id}` })} {...props} />
);

it('archiving and marking as unread are not offered for a request without a message', async () => {
  const asked = {
    id: 9,
    name: 'Nina',
    project_id: 7,
    project_title: 'Rover',
    own: false,
    kind: 'join_request' as const,
  };
  const user = begin(pane());
  act(() => useRequested.setState(ready([{ ...asked, requested_at: '2026-01-01T12:00:00.000Z' }])));
  const row = (await screen.findByRole('link', { name: /Request to join Rover/u })).closest('li') as HTMLElement;
  expect(within(row).queryByRole('button')).toBeNull();
  within(row).getByRole('link').focus();
  await user.keyboard('eu');
  expect(acts()).toEqual([]);
  expect(document.activeElement).toBe(within(row).getByRole('link'));
});

it('E moves a conversation from the list to the archive below it, and Undo brings it back', async () => {
  const user = begin(pane());
  await waitFor(() => expect(names()).toHaveLength(2));
  act(() => screen.getByRole('link', { name: /Other/u }).focus());
  await user.keyboard('e');
  await waitFor(() => expect(acts()).toEqual([['archive', 2, '2']]));
  expect(names()).toHaveLength(1);
  expect(document.activeElement?.textContent).toContain('Third');
  expect((await screen.findByRole('link', { name: /^Archived/u })).textContent).toContain('Archived (1), 1 unread');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(acts().at(-1)).toEqual(['unarchive', 2, '']);
  expect(names()).toHaveLength(2);
  expect(screen.queryByRole('link', { name: /^Archived/u })).toBeNull();
});

it('the filter finds an archived conversation, whose row says that it is archived', async () => {
  begin(pane());
  act(() => takeUnread(unread(2)));
  await waitFor(() => expect(names()).toHaveLength(1));
  act(() => setConversationSearch('oth'));
  await waitFor(() => expect(names().join()).toContain('Archived'));
});

it('an archived conversation returns with the other member’s next message, unless it is muted', async () => {
  begin(pane());
  act(() => takeUnread(unread(2)));
  await waitFor(() => expect(names()).toHaveLength(1));
  act(() => takeUnread(unread(2, 1)));
  await waitFor(() => expect(names()).toHaveLength(2));
  act(() => takeUnread(unread(ARCHIVED_WHILE_MUTED, 2)));
  await waitFor(() => expect(names()).toHaveLength(1));
  act(() => takeUnread(unread(ARCHIVED_WHILE_MUTED, 3)));
  expect(names()).toHaveLength(1);
});

it('the archive has its own pane, where E returns a conversation to the list', async () => {
  const user = begin(pane({ archived: true }));
  act(() => takeUnread(unread(2)));
  await screen.findByRole('heading', { name: 'Archived' });
  await waitFor(() => expect(names()).toHaveLength(1));
  act(() => screen.getByRole('link', { name: /Other/u }).focus());
  await user.keyboard('e');
  await screen.findByText('Conversation unarchived');
  expect(acts()).toEqual([['unarchive', 2, '']]);
  await screen.findByText('No archived conversations');
});

it('archiving from the menu closes the conversation; a muted one stays archived', async () => {
  let closed = 0;
  applyChoices(choices());
  const user = begin(
    <ThreadActs
      conversation={KEY}
      otherId={OTHER}
      name="Other"
      muted={true}
      onBlock={() => undefined}
      onContents={() => undefined}
      onClose={() => {
        closed += 1;
      }}
      onLeave={() => undefined}
    />,
  );
  act(() => {
    applyChoices(choices({ version: 1, muted_member_ids: [OTHER] }));
    useThreads.setState({
      byId: { [KEY]: { ...newThread, status: 'ready', messages: [message(1), message(2)], lastSeq: 2, readSeq: 1 } },
    });
  });
  await user.click(await screen.findByRole('menuitem', { name: 'Archive conversation' }));
  await waitFor(() => expect(acts()).toEqual([['archive', 2, String(ARCHIVED_WHILE_MUTED)]]));
  expect(closed).toBe(1);
  await user.click(await screen.findByRole('menuitem', { name: 'Unarchive conversation' }));
  expect(acts().at(-1)).toEqual(['unarchive', 2, '']);
});

it('a conversation stays archived when its last message is deleted before the archiving was sent', () => {
  begin(<p />);
  const target = { conversation_id: CONVERSATION, receiver_id: OTHER, seq: 2, message: null };
  enqueueAct(target, { verb: 'archive', text: '2' });
  enqueueAct(target, { verb: 'delete', text: '' });
  expect(acts().map(([verb]) => verb)).toEqual(['archive', 'delete']);
});

it('the archive takes the focus after a press on its link, but not after an address or Back', async () => {
  begin(pane({ archived: true }));
  await screen.findByRole('heading', { name: 'Archived' });
  expect(document.activeElement).toBe(document.body);
  cleanup();
  const user = begin(<Follow />);
  act(() => takeUnread(unread(2)));
  await user.click(await screen.findByRole('link', { name: /^Archived/u }));
  await screen.findByRole('heading', { name: 'Archived' });
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Conversations' }));
});

function Follow() {
  return pane({ archived: new URLSearchParams(useLocation().search).has('archived') });
}
