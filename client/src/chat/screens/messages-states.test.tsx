import { chatLimits } from '@sangam/shared/chat/limits';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { ready } from '../../core/store/loadable';
import { ProjectCard } from '../../projects/screens/parts/ProjectCard';
import { fakeServer, type refusal } from '../../testing/fake-server';
import { held } from '../../testing/held';
import { show } from '../../testing/render';
import { conversation, KEY, listed, ME, member, message, messages, OTHER, page, project } from '../../testing/samples';
import { Input } from '../../ui/form/Input';
import { Textarea } from '../../ui/form/Textarea';
import { loadConversations, useConversations } from '../state/conversations';
import { useMessageDialog } from '../state/outbox/message-dialog';
import { enqueue, openOutbox, setPendingState, useOutbox } from '../state/outbox/outbox';
import type { Pending } from '../state/outbox/outbox-order';
import { useRequested } from '../state/requested-conversations';
import { useTeams } from '../state/teams';
import { useUnreadMessages } from '../state/unread-messages';
import { openThread } from '../sync/thread-sync';
import { ConversationPane } from './ConversationPane';
import { Composer } from './composer/Composer';
import { MessagesPage } from './MessagesPage';
import { MessageRow } from './message/MessageRow';
import { ThreadBody } from './thread/ThreadBody';

type Reply = ReturnType<typeof refusal>;
// Loads the other parts of the list, which appears only with all of them.
beforeEach(() => {
  useTeams.setState({ list: [] });
  useUnreadMessages.setState({ loaded: true });
});
const composer = () => screen.getByPlaceholderText<HTMLTextAreaElement>('Write a message');
const joint = { newDay: false, firstUnread: false, grouped: false, isTarget: false };

const pending = (state: Pending['state'], change: Partial<Pending> = {}): Pending => {
  const item = enqueue(KEY, 'Hello');
  return { ...item, state, ...change };
};

it.each([
  ['waiting', 'Sending'],
  ['sending', 'Sending'],
  ['failed', 'Not sent'],
] as const)('a message that is %s has the tick “%s”', (state, label) => {
  show(
    <MessageRow
      conversation={KEY}
      me={ME}
      item={{ kind: 'pending', pending: pending(state) }}
      own
      seen={false}
      name="Other"
      {...joint}
    />,
  );
  screen.getByRole('img', { name: label });
});

it.each([
  [false, 'Sent'],
  [true, 'Seen'],
])('a stored own message, seen: %s, has the tick “%s”', (seen, label) => {
  const own = message(1, { sender_id: ME });
  show(
    <MessageRow
      conversation={KEY}
      me={ME}
      item={{ kind: 'stored', message: own }}
      own
      seen={seen}
      name="Other"
      {...joint}
    />,
  );
  screen.getByRole('img', { name: label });
});

it('the other member’s message has no tick', () => {
  show(
    <MessageRow
      conversation={KEY}
      me={ME}
      item={{ kind: 'stored', message: message(1) }}
      own={false}
      seen
      name="Other"
      {...joint}
    />,
  );
  expect(screen.queryByRole('img')).toBeNull();
});

it('members’ texts have their own direction, so that an Arabic sentence ends at its left', () => {
  const text = 'شكرا جزيلا!';
  show(
    <>
      <MessageRow
        conversation={KEY}
        me={ME}
        item={{ kind: 'stored', message: message(1, { content: text }) }}
        own={false}
        seen
        name="O"
        {...joint}
      />
      <ProjectCard project={project(1, { title: `${text} 1`, description: `${text} 2` })} when="" />
      <Composer conversation={KEY} name="Other" />
      <Textarea label="Words" />
      <Input label="Line" />
    </>,
    { as: member },
  );
  expect(screen.getByText(text).closest('bdi')).not.toBeNull();
  const title = screen.getByRole('heading', { name: `${text} 1` });
  for (const element of [title, screen.getByText(`${text} 2`), ...screen.getAllByRole('textbox')])
    expect(element.getAttribute('dir')).toBe('auto');
});

it('a rejected message keeps its text, says why, and can be retried, edited or deleted', async () => {
  openOutbox(ME);
  const item = enqueue(KEY, 'Is anybody there?');
  setPendingState(item.client_id, 'failed', {
    kind: 'server',
    status: 404,
    code: 'NOT_FOUND',
    message: 'No such member',
  } as Pending['error']);
  const [failed] = useOutbox.getState().items;
  if (failed === undefined) throw new Error('nothing is kept');
  const user = show(
    <MessageRow
      conversation={KEY}
      me={ME}
      item={{ kind: 'pending', pending: failed }}
      own
      seen={false}
      name="Other"
      {...joint}
    />,
  );
  screen.getByText('Is anybody there?');
  await screen.findByText('Failed to send message: No such member');
  screen.getByRole('button', { name: 'Retry' });
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  expect(useMessageDialog.getState().editing).toMatchObject({ content: 'Is anybody there?', target: { seq: null } });
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(useOutbox.getState().items).toEqual([]);
});

it('the composer sends no blank text, keeps line breaks, and is empty after sending', async () => {
  fakeServer({ 'POST /api/messages': () => 'network' });
  const user = show(<Composer conversation={KEY} name="Other" />, { as: member });
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send message' });
  await user.type(composer(), '   {Enter}');
  expect(send.disabled).toBe(true);
  expect(useOutbox.getState().items).toEqual([]);
  await user.clear(composer());
  await user.type(composer(), 'Two{Shift>}{Enter}{/Shift}lines{Enter}');
  expect(useOutbox.getState().items.map(({ content }) => content)).toEqual(['Two\nlines']);
  expect(composer().value).toBe('');
});

it('the composer counts characters near the limit, and sends nothing beyond it', async () => {
  const user = show(<Composer conversation={KEY} name="Other" />, { as: member });
  await user.click(composer());
  await user.paste('x'.repeat(chatLimits.messageMaxChars - 199));
  screen.getByText('199 characters left');
  await user.paste('x'.repeat(202));
  screen.getByText('3 characters over the limit');
  await user.type(composer(), '{Backspace}{Backspace}');
  screen.getByText('1 character over the limit');
  await user.type(composer(), '{Backspace}{Backspace}');
  screen.getByText('1 character left');
  await user.type(composer(), 'xx');
  expect(composer().getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send message' }).disabled).toBe(true);
});

it('the composer leaves Enter to the input method while a word is composed', async () => {
  const user = show(<Composer conversation={KEY} name="Other" />, { as: member });
  await user.type(composer(), 'नम');
  composer().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, isComposing: true }));
  expect(composer().value).toBe('नम');
  expect(useOutbox.getState().items).toEqual([]);
});

it('a conversation list asks the browser once whether notifications are allowed, not with each message', () => {
  const asked = vi.fn(() => 'denied');
  vi.stubGlobal('Notification', Object.defineProperty({}, 'permission', { get: asked }));
  onTestFinished(() => void vi.unstubAllGlobals());
  show(<ConversationPane open={null} showsRequests={false} linkTo={() => ({ to: '/messages' })} />, { as: member });
  act(() => useRequested.setState(ready([])));
  for (const last_message of ['one', 'two', 'three'])
    act(() => useConversations.setState({ list: ready([listed({ last_message })]) }));
  screen.getByText('three');
  expect(asked).toHaveBeenCalledOnce();
});

it('a conversation list that can’t be loaded says so, and loads with Retry', async () => {
  let reply: Reply = 'network';
  fakeServer({ 'GET /api/messages/conversations': () => reply });
  const user = show(
    <ConversationPane open={null} showsRequests={false} linkTo={(id) => ({ to: `/messages/${id}` })} />,
    {
      as: member,
    },
  );
  await loadConversations();
  within(await screen.findByRole('alert')).getByText('Failed to load conversations');
  reply = { body: { success: true, data: { conversations: [conversation()], has_more: false } } };
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('link', { name: /Other/u });
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Conversations' }));
});

it.each([
  { is_online: true, last_active: null, label: 'Online' },
  { is_online: false, last_active: null, label: 'Offline' },
  { is_online: false, last_active: '2026-01-01T11:59:40.000Z', label: 'Just now' },
  { is_online: false, last_active: '2026-01-01T11:55:00.000Z', label: 'Last seen 5 minutes ago' },
  { is_online: false, last_active: '2026-01-01T11:00:00.000Z', label: 'Last seen 1 hour ago' },
])('a row shows “$label” for its member, and the unread count', async ({ label, ...presence }) => {
  vi.setSystemTime(new Date('2026-01-01T12:00:00.000Z'));
  const row = conversation({ ...presence, unread_count: 2 });
  fakeServer({
    'GET /api/messages/conversations': () => ({
      body: { success: true, data: { conversations: [row], has_more: false } },
    }),
  });
  show(<ConversationPane open={null} showsRequests={false} linkTo={(id) => ({ to: `/messages/${id}` })} />, {
    as: member,
  });
  await loadConversations();
  await screen.findByRole('link', { name: new RegExp(`Other.*${label}.*2 unread`, 'u') });
});

it('a thread that can’t be loaded says so, and loads again with Retry', async () => {
  fakeServer({ 'GET /api/messages/c/:conversationId': () => 'network' });
  const retry = vi.fn();
  const user = show(<ThreadBody conversation={KEY} otherId={OTHER} name="Other" onRetry={retry} />, { as: member });
  await openThread(KEY);
  within(await screen.findByRole('alert')).getByText('Failed to load messages');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(retry).toHaveBeenCalledOnce();
});

it('slow loading is announced after 3 seconds, or at once when offline, and Retry asks again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let asked = 0;
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => {
    if (url.includes('/messages/c/')) asked += 1;
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  });
  const user = show(
    <>
      <ConversationPane open={null} showsRequests={false} linkTo={(id) => ({ to: `/messages/${id}` })} />
      <ThreadBody conversation={KEY} otherId={OTHER} name="Other" onRetry={() => undefined} />
    </>,
    { as: member },
  );
  void loadConversations();
  void openThread(KEY);
  await screen.findByText('Loading messages');
  expect(screen.queryByText('Still trying to reach Sangam.')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(3_100));
  expect(screen.getAllByText('Still trying to reach Sangam.')).toHaveLength(2);
  expect(asked).toBe(1);
  await user.click(screen.getAllByRole('button', { name: 'Retry' })[1] as HTMLElement);
  await waitFor(() => expect(asked).toBe(2));
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.getAllByText('You’re offline.')).toHaveLength(2);
  onLine.mockRestore();
});

it('the notice of slow loading passes the focus of its Retry on to the messages once there are some', async () => {
  const slow = held({ body: { success: true, data: page(messages(1, 2), 2) } });
  fakeServer({ 'GET /api/messages/c/:conversationId': slow.reply });
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const user = show(
    <section>
      <h2>Other</h2>
      <ThreadBody conversation={KEY} otherId={OTHER} name="Other" onRetry={() => openThread(KEY)} />
    </section>,
    { as: member },
  );
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  onLine.mockRestore();
  slow.release();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Messages with Other' }));
});

it('an error stays visible while the next try runs', async () => {
  let reply: Promise<Reply> | Reply = 'network';
  fakeServer({
    'GET /api/messages/c/:conversationId': () => reply,
    'GET /api/messages/conversations': () => reply,
  });
  show(
    <>
      <ConversationPane open={null} showsRequests={false} linkTo={(id) => ({ to: `/messages/${id}` })} />
      <ThreadBody conversation={KEY} otherId={OTHER} name="Other" onRetry={() => undefined} />
    </>,
    { as: member },
  );
  await Promise.all([loadConversations(), openThread(KEY)]);
  await screen.findByText('Failed to load messages');
  reply = new Promise(() => undefined);
  act(() => {
    void loadConversations();
    void openThread(KEY);
  });
  screen.getByText('Failed to load messages');
  screen.getByText('Failed to load conversations');
  expect(screen.getAllByText('Network error. Please try again.')).toHaveLength(2);
});

it('offers a member without conversations one way to start, next to the list', async () => {
  fakeServer({});
  show(<MessagesPage />, { as: member, path: '/messages', route: '/messages' });
  expect(screen.queryByText('No conversation selected')).toBeNull();
  act(() => {
    useConversations.setState({ list: ready([]) });
    useRequested.setState(ready([]));
  });
  await screen.findByText('Start your first conversation');
  // The list has its own for phones, which show the list alone.
  const wide = screen.getAllByText('Browse projects').filter(({ classList }) => !classList.contains('md:hidden'));
  expect(wide).toHaveLength(1);
  act(() => useConversations.setState({ list: ready([listed()]) }));
  await screen.findByText('No conversation selected');
});

it('the empty pane beside message requests asks to select one', async () => {
  fakeServer({});
  useUnreadMessages.setState({ requestCount: 1 });
  show(<MessagesPage />, { as: member, path: '/messages?requests=shown', route: '/messages' });
  await screen.findByText('Select a request to read it.');
});
