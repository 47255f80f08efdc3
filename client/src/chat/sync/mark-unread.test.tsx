import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ready } from '../../core/store/loadable';
import { fakeServer } from '../../testing/fake-server';
import { show } from '../../testing/render';
import { CONVERSATION, KEY, ME, member, message, OTHER } from '../../testing/samples';
import { ConversationRow } from '../screens/list/ConversationRow';
import { listRows } from '../screens/list/list.select';
import { MessageMenu } from '../screens/message/MessageMenu';
import { MessageMenuItems } from '../screens/message/MessageMenuItems';
import { shownConversations } from '../screens/thread-items/shown-acts';
import { useConversations } from '../state/conversations';
import type { ListedConversation } from '../state/conversations.reduce';
import { openOutbox, useOutbox } from '../state/outbox/outbox';
import { dropUnsentMarks, enqueueAct } from '../state/outbox/outbox-acts';
import { threadOf, useThreads } from '../state/thread/threads';
import { newThread } from '../state/thread/threads.reduce';

const marks = () => useOutbox.getState().acts.map(({ verb, seq, text }) => [verb, seq, text]);
const stored = (seq: number, change = {}) => ({ kind: 'stored', message: message(seq, change) }) as const;

const conversation: ListedConversation = {
  key: KEY,
  otherId: OTHER,
  name: 'Other',
  last_message: 'Hi',
  last_message_time: '2026-01-01T00:00:04.000Z',
  last_message_sender_id: OTHER,
  last_seq: 4,
  last_change: 0,
  unread_count: 0,
  unread_version: 6,
  read_seq: 4,
  other_read_seq: 3,
};
beforeEach(() => {
  fakeServer({ 'PUT /api/messages/c/:conversationId/unread': () => 'network' });
});
const begin = (element: Parameters<typeof show>[0]) => {
  const user = show(element, { as: member });
  openOutbox(ME);
  const messages = [message(1), message(2), message(3, { sender_id: ME, receiver_id: OTHER }), message(4)];
  useThreads.setState({
    byId: { [KEY]: { ...newThread, status: 'ready', messages, lastSeq: 4, readSeq: 4 } },
    openId: KEY,
  });
  useConversations.setState({ list: ready([conversation]) });
  return user;
};

it('marks a conversation as unread from a message on: the divider moves there, and nothing is marked read', async () => {
  const user = begin(
    <MessageMenuItems conversation={KEY} me={ME} item={stored(2)} own={false} onLeave={() => undefined} />,
  );
  await user.click(await screen.findByRole('menuitem', { name: 'Mark as unread from here' }));
  expect(marks()).toEqual([['unread', 2, '2']]);
  expect(threadOf(KEY)).toMatchObject({ unread: { from: 1 }, unreadHeld: true });
});

it('marking as unread isn’t offered for the member’s own messages', async () => {
  begin(
    <MessageMenuItems
      conversation={KEY}
      me={ME}
      item={stored(3, { sender_id: ME, receiver_id: OTHER })}
      own={true}
      onLeave={() => undefined}
    />,
  );
  await screen.findByRole('menuitem', { name: 'Copy text' });
  expect(screen.queryByRole('menuitem', { name: /unread/u })).toBeNull();
});

it('marks a message as unread with U on its menu button', async () => {
  const user = begin(
    <MessageMenu writer="Bina" textId="text" conversation={KEY} me={ME} item={stored(1)} own={false} />,
  );
  act(() => screen.getByRole('button', { name: /^Actions for/u }).focus());
  await user.keyboard('u');
  await waitFor(() => expect(marks()).toEqual([['unread', 1, '3']]));
});

it('marks a conversation in the list with U, and shows the count at once', async () => {
  const [row] = listRows([conversation], ME);
  if (row === undefined) throw new Error('no row');
  const user = begin(<ConversationRow row={row} active={false} now={0} linkTo={() => ({ to: '/' })} />);
  act(() => screen.getByRole('link').focus());
  await user.keyboard('u');
  await waitFor(() => expect(marks()).toEqual([['unread', 4, '1']]));
  const list = [conversation];
  expect(shownConversations(list, useOutbox.getState().acts)[0]?.unread_count).toBe(1);
});

it('drops an unsent mark when the conversation is opened', () => {
  begin(<p />);
  enqueueAct(
    { conversation_id: CONVERSATION, receiver_id: OTHER, seq: 4, message: null },
    { verb: 'unread', text: '1' },
  );
  dropUnsentMarks('u3');
  expect(marks()).toHaveLength(1);
  dropUnsentMarks(KEY);
  expect(marks()).toEqual([]);
});
