import type { SavedMessage } from '@sangam/shared/chat/saved-messages';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import '../../../app/live/subjects';
import { refreshLists } from '../../../core/realtime/refresh';
import { rename } from '../../../people/state/members';
import { fakeServer, refusal } from '../../../testing/fake-server';
import { leave, show } from '../../../testing/render';
import { CONVERSATION, KEY, ME, member, message, messages, OTHER, TEAM, THIRD } from '../../../testing/samples';
import { noteTeams } from '../../state/known-conversations';
import { openOutbox, useOutbox } from '../../state/outbox/outbox';
import { enqueueAct } from '../../state/outbox/outbox-acts';
import { placeIn } from '../../state/outbox/outbox-order';
import { noteEdited, takeSaved, useSaved } from '../../state/saved/saved';
import { useThreads } from '../../state/thread/threads';
import { newThread } from '../../state/thread/threads.reduce';
import { useOpenConversation } from '../address/conversation-address';
import { ConversationPane } from '../ConversationPane';
import { MessageMenu } from '../message/MessageMenu';
import { MessageMenuItems } from '../message/MessageMenuItems';

const saved = (number: number, change: Partial<SavedMessage> = {}): SavedMessage => ({
  number,
  conversation_id: CONVERSATION,
  user_id: OTHER,
  name: 'Other',
  seq: number,
  sender_id: OTHER,
  content: `saved ${number}`,
  created_at: '2026-01-01T00:00:00.000Z',
  saved_at: '2026-01-02T00:00:00.000Z',
  ...change,
});

/** A server with these saved messages; acts never reach it. */
function serve(...list: SavedMessage[]) {
  const asked: string[] = [];
  const state = { list, isUp: true };
  fakeServer({
    'GET /api/messages/saved': ({ query }) => {
      asked.push(query.toString());
      if (!state.isUp) return 'network';
      const rows = state.list.filter(({ number }) => number < Number(query.get('before') ?? Number.POSITIVE_INFINITY));
      const limit = Number(query.get('limit') ?? 50);
      return { body: { success: true, data: { saved: rows.slice(0, limit), has_more: rows.length > limit } } };
    },
    'PUT /api/messages/c/:conversationId/:seq/saved': () => 'network',
    'DELETE /api/messages/c/:conversationId/:seq/saved': () => 'network',
    'GET /api/messages/c/:conversationId': () => refusal(404, 'NOT_FOUND'),
    'GET /api/refresh': () => ({
      body: { success: true, data: { conversations: { version: '2', data: { conversations: [], has_more: false } } } },
    }),
  });
  return { asked, state };
}

function Pane() {
  const { openId, target, linkTo, saved: isSaved } = useOpenConversation();
  const open = openId === null ? null : { key: openId, otherId: OTHER, name: 'Other' };
  return <ConversationPane open={open} showsRequests={false} saved={isSaved} target={target} linkTo={linkTo} />;
}
const acts = () => useOutbox.getState().acts.map(({ verb, seq }) => [verb, seq]);
const numbers = (version: number, ...seqs: number[]) =>
  act(() => void takeSaved({ version, conversations: [{ conversation_id: CONVERSATION, user_id: OTHER, seqs }] }));
const begin = (path = '/messages') => {
  const user = show(<Pane />, { as: member, path, route: ['/messages/:userId?', '/messages/c/:conversationId'] });
  openOutbox(ME);
  return user;
};
const openList = async (user: ReturnType<typeof begin>) =>
  user.click(await screen.findByRole('button', { name: 'Saved messages' }));
const rows = () => screen.queryAllByRole('link').map(({ textContent }) => textContent);
const menuOf = (seq: number, own = false) => {
  const sent = message(seq, own ? { sender_id: ME, receiver_id: OTHER } : {});
  const user = show(
    <MessageMenuItems
      conversation={KEY}
      me={ME}
      item={{ kind: 'stored', message: sent }}
      own={own}
      onLeave={() => undefined}
    />,
    {
      as: member,
    },
  );
  openOutbox(ME);
  return user;
};

it.each([true, false])('saves and unsaves from a message’s menu (own: %s)', async (own) => {
  serve();
  const user = menuOf(3, own);
  await user.click(await screen.findByRole('menuitem', { name: 'Save' }));
  await screen.findByText('Message saved');
  expect(acts()).toEqual([['save', 3]]);
  await user.click(await screen.findByRole('menuitem', { name: 'Remove from saved' }));
  await screen.findByText('Removed from saved');
  expect(acts().at(-1)).toEqual(['unsave', 3]);
  await screen.findByRole('menuitem', { name: 'Save' });
});

it('unsaves a message saved on another device, and isn’t offered for a deleted one', async () => {
  serve();
  menuOf(3);
  await screen.findByRole('menuitem', { name: 'Save' });
  numbers(1, 3);
  await screen.findByRole('menuitem', { name: 'Remove from saved' });
  show(
    <MessageMenuItems
      conversation={KEY}
      me={ME}
      item={{ kind: 'stored', message: message(4, { deleted_at: 'now' }) }}
      own={false}
      onLeave={() => undefined}
    />,
  );
  expect(screen.queryByRole('menuitem', { name: 'Save' })).toBeNull();
});

it('saves with S on the menu button', async () => {
  serve();
  const user = show(
    <MessageMenu
      writer="Bina"
      textId="text"
      conversation={KEY}
      me={ME}
      item={{ kind: 'stored', message: message(2) }}
      own={false}
    />,
    { as: member },
  );
  openOutbox(ME);
  act(() => screen.getByRole('button', { name: /^Actions for/u }).focus());
  await user.keyboard('s');
  await waitFor(() => expect(acts()).toEqual([['save', 2]]));
});

it('lists saved messages without formatting signs, and opens one next to the list', async () => {
  serve(
    saved(2, { content: '**bold** words', sender_id: ME }),
    saved(1, { content: 'plan.pdf', attachments: [{ id: 'a', kind: 'file', name: 'plan.pdf', bytes: 3 }] }),
  );
  const user = begin();
  await openList(user);
  await screen.findByRole('heading', { name: 'Saved messages' });
  await waitFor(() => expect(rows()).toEqual([expect.stringContaining('You: bold words'), expect.anything()]));
  await user.click(screen.getByRole('link', { name: /Other.*plan\.pdf/u }));
  expect(screen.getByTestId('address').textContent).toBe(`/messages/c/${CONVERSATION}?m=1`);
  screen.getByRole('heading', { name: 'Saved messages' });
  expect(screen.getByRole('link', { current: 'page' }).textContent).toContain('plan.pdf');
  await user.click(screen.getByRole('button', { name: 'Conversations' }));
  expect(screen.getByTestId('address').textContent).toBe(`/messages/c/${CONVERSATION}?m=1`);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Saved messages' })));
});

it('says so if no message is saved', async () => {
  serve();
  const user = begin();
  await openList(user);
  await screen.findByText('No saved messages');
});

it('shows an error if saved messages can’t be loaded, and tries again', async () => {
  const { state } = serve(saved(1));
  state.isUp = false;
  const user = begin();
  await openList(user);
  await screen.findByText(/Failed to load saved messages/u);
  state.isUp = true;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(rows()).toEqual([expect.stringContaining('saved 1')]));
});

it('drops a removed message once the reader leaves the list, and refetches the list for unknown messages', async () => {
  const { state, asked } = serve(saved(3), saved(2), saved(1));
  numbers(3, 1, 2, 3);
  const user = begin();
  await openList(user);
  await waitFor(() => expect(rows()).toHaveLength(3));
  await user.click(screen.getAllByRole('button', { name: 'Remove from saved' })[0] as HTMLElement);
  expect(acts()).toEqual([['unsave', 3]]);
  // Its place stays taken, so that a second press removes no other.
  const others = [expect.stringContaining('saved 2'), expect.stringContaining('saved 1')];
  expect(rows()).toEqual([expect.stringContaining('Removed from saved'), ...others]);
  await leave(user);
  await waitFor(() => expect(rows()).toEqual(others));
  const before = asked.length;
  state.list = [saved(5), saved(3), saved(2)];
  numbers(5, 2, 3, 5);
  await leave(user);
  await waitFor(() => expect(rows()).toEqual([expect.stringContaining('saved 5'), expect.stringContaining('saved 2')]));
  expect(asked.length).toBe(before + 1);
  // One of them is edited.
  state.list = [saved(5, { content: 'revised' }), saved(2)];
  act(() => noteEdited(KEY, 5));
  await waitFor(() => expect(rows()[0]).toContain('revised'));
  // Edited again. A poll shows only that the conversation has changed.
  state.list = [saved(5, { content: 'revised' }), saved(2)];
  await act(() => refreshLists());
  await waitFor(() => expect(rows()[0]).toContain('revised'));
});

it('shows pending saves at the top', async () => {
  serve(saved(1));
  act(() =>
    useThreads.setState({
      byId: { [KEY]: { ...newThread, status: 'ready', messages: messages(1, 3), lastSeq: 3 } },
    }),
  );
  numbers(1, 1);
  const menu = menuOf(3);
  await menu.click(await screen.findByRole('menuitem', { name: 'Save' }));
  const user = begin();
  await openList(user);
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(rows()[0]).toContain('message 3');
  // Saved but not fetched yet: it stays in place.
  act(() => {
    useOutbox.setState({ acts: [] });
    useSaved.setState({ byConversation: { [KEY]: [1, 3] } });
  });
  expect(rows()[0]).toContain('message 3');
});

it('shows a pending edit of a saved message, as the conversation does', async () => {
  serve(saved(2, { sender_id: ME }), saved(1, { sender_id: ME }));
  numbers(2, 1, 2);
  const user = begin();
  await openList(user);
  await waitFor(() => expect(rows()).toHaveLength(2));
  act(() => enqueueAct({ ...placeIn(KEY), seq: 2, message: null }, { verb: 'edit', text: 'edited **offline**' }));
  expect(rows()).toEqual([expect.stringContaining('You: edited offline'), expect.stringContaining('You: saved 1')]);
});

it('fetches more saved messages on request', async () => {
  const { asked } = serve(...Array.from({ length: 60 }, (_, index) => saved(60 - index)));
  const user = begin();
  await openList(user);
  await waitFor(() => expect(rows()).toHaveLength(50));
  await user.click(screen.getByRole('button', { name: 'Show more saved messages' }));
  await waitFor(() => expect(rows()).toHaveLength(60));
  expect(asked.at(-1)).toBe('before=11');
  expect(screen.queryByRole('button', { name: 'Show more saved messages' })).toBeNull();
});

it('names the writers of saved messages to a team, even after they change their names', async () => {
  noteTeams([TEAM]);
  const inTeam = { conversation_id: TEAM, name: 'Rover', sender_id: THIRD, sender_name: 'Chitra Nair' };
  const { user_id: _, ...line } = saved(3, inTeam);
  serve(line, saved(2));
  await openList(begin());
  await screen.findByText('Chitra Nair:');
  expect(screen.getByRole('link', { name: /saved 2$/u }).textContent).not.toContain('Other:');
  act(() => rename({ id: THIRD, name: 'Chitra Rao' }));
  await screen.findByText('Chitra Rao:');
});
