import type { Message } from '@sangam/shared/chat/messages';
import type { TeamEvent } from '@sangam/shared/chat/teams';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import '../../../app/live/subjects';
import { blocks } from '../../../contact/state/blocks';
import { showParts, takeParts } from '../../../core/offline/cached-parts';
import { refresh } from '../../../core/realtime/refresh';
import { resetStores } from '../../../core/store/reset';
import { useNotifications } from '../../../notices/state/notifications';
import { presence } from '../../../people/state/presence';
import { refusal } from '../../../testing/fake-server';
import { findDialog, show } from '../../../testing/render';
import {
  inboxItem,
  ME,
  member,
  message,
  OTHER,
  page,
  TEAM,
  TEAM_KEY,
  THIRD,
  team,
  teamInfo,
  teamMessage,
} from '../../../testing/samples';
import { base, serve } from '../../../testing/server-state';
import { readDraft } from '../../state/outbox/drafts';
import { openOutbox } from '../../state/outbox/outbox';
import { loadTeamInfo } from '../../state/team/info';
import { useTeamInfos } from '../../state/team/infos';
import { loseTeam, noteTeamEvent } from '../../state/teams';
import { useMessageDialog } from '../../state/thread/message-dialog';
import { useThreads } from '../../state/thread/threads';
import { newThread, type Thread } from '../../state/thread/threads.reduce';
import { applyTyping } from '../../state/thread/typing';
import { takeChange, takeMessage } from '../../sync/take-message';
import { MessageBell } from '../bell/MessageBell';
import { UnreadList } from '../bell/UnreadList';
import { Contents } from '../contents/Contents';
import { ConversationPane } from '../list/ConversationPane';
import { MessagesPage } from '../MessagesPage';
import { MessageRow } from '../message/MessageRow';
import { Quote } from '../message/Quote';
import { PinBar, PinnedList } from '../pins/PinBar';
import { SavedRow } from '../saved/SavedPane';
import { OptionRow } from '../search/OptionRow';
import { groupsOf } from '../search/options';
import { threadItems } from '../thread/thread.select';
import { CardRow, withCards } from './EventLine';
import { SeenBy } from './SeenBy';
import { TeamHeading } from './TeamHeading';
import { TeamInfoDialog } from './TeamInfoDialog';

const ok = (data: object) => ({ body: { success: true, data } });
const joined = {
  ...{ id: 1, kind: 'joined' as const, at: message(2).created_at, after_seq: 2 },
  ...{ user_id: THIRD, user_name: 'Third' },
};
let info = teamInfo();
const messages = [
  teamMessage(1, { content: 'Welcome' }),
  teamMessage(2, { sender_id: ME, sender_name: 'Me', content: 'Hello' }),
  teamMessage(3, { sender_id: THIRD, sender_name: 'Third', content: 'I am new' }),
  teamMessage(4, { content: 'Ask me' }),
  teamMessage(5, { sender_id: ME, sender_name: 'Me', content: 'I will' }),
];
const { user: _, ...thread } = page(messages, 5, { conversation_id: TEAM, kind: 'team', read_seq: 5 });

const serveTeam = (replies: Parameters<typeof serve>[1] = {}) =>
  serve(
    { ...base, teams: [team({ last_message: 'I will', last_message_sender_id: ME, last_message_sender_name: 'Me' })] },
    {
      'GET /api/messages/c/:conversationId': () => ok(thread),
      'GET /api/messages/c/:conversationId/team': () => ok(info),
      'GET /api/messages/c/:conversationId/requests': () => ok({ requests: [], connections: [], my_connections: [] }),
      'GET /api/conversations/requests': () => ok({ conversations: [], has_more: false }),
      'GET /api/blocks': () => ok({ blocked: [] }),
      ...replies,
    },
  );
beforeEach(() => {
  info = teamInfo({ events: [joined] });
  serveTeam();
});

const linkTo = () => ({ to: '/messages' });
const list = async () => {
  const user = show(<ConversationPane open={null} showsRequests={false} linkTo={linkTo} />, { as: member });
  await act(() => refresh('start'));
  return user;
};
/** Shows a message of the team as its thread does. */
const rowOf = (item: Message, change: Partial<ComponentProps<typeof MessageRow>> = {}) => (
  <MessageRow
    key={item.seq}
    {...{ newDay: false, firstUnread: false, grouped: false, isTarget: false, seen: false, isNamed: true }}
    {...{ conversation: TEAM_KEY, me: ME, own: item.sender_id === ME, name: item.sender_name }}
    item={{ kind: 'stored', message: item }}
    {...change}
  />
);
const openInfo = async () => {
  await act(async () => {
    await refresh('start');
    await loadTeamInfo(TEAM_KEY);
  });
};
const row = () => screen.getByRole('link', { name: /^Project 7/u });

it('is a conversation in the list, with the writer of its last message', async () => {
  await list();
  within(row()).getByText('You:');
  act(() => void takeMessage(teamMessage(6, { content: 'Look at *this*' }), ME));
  await within(row()).findByText('Other:');
  within(row()).getByText('Look at this');
  await within(row()).findByText(', 1 unread', { exact: false });
  act(() => void blocks.upsert({ id: OTHER, is_blocked: true }));
  within(row()).getByText('Message hidden');
  // The direct conversation is below: its last message is older.
  const names = screen.getAllByRole('link').map((link) => link.textContent);
  expect(names.findIndex((name) => name?.startsWith('Project 7'))).toBeLessThan(
    names.findIndex((name) => name?.startsWith('Other')),
  );
});

it('says who is typing, by name', async () => {
  await list();
  const type = (sender_id: number) => act(() => applyTyping({ conversation_id: TEAM, sender_id, typing: true }));
  act(() => void takeMessage(teamMessage(6), ME));
  act(() => void takeMessage(teamMessage(7, { sender_id: THIRD, sender_name: 'Third' }), ME));
  await within(row()).findByText('Third:');
  type(OTHER);
  within(row()).getByText('Other is typing…');
  type(THIRD);
  await within(row()).findByText('Other and Third are typing…');
  type(9);
  within(row()).getByText('Other and 2 others are typing…');
  // One event for several, the reader among them.
  const sender_ids = [ME, OTHER, THIRD, 9, 10];
  act(() => applyTyping({ conversation_id: TEAM, sender_id: ME, sender_ids, typing: true }));
  within(row()).getByText('Other and 3 others are typing…');
  act(() => applyTyping({ conversation_id: TEAM, sender_id: THIRD, sender_ids: [THIRD, 9, 10], typing: false }));
  within(row()).getByText('Other is typing…');
});

it('counts in the bell, and is listed there', async () => {
  show(
    <>
      <MessageBell />
      <UnreadList onLeave={() => undefined} />
    </>,
    { as: member },
  );
  await act(() => refresh('start'));
  act(() => void takeMessage(teamMessage(6, { content: 'News' }), ME));
  await screen.findByRole('button', { name: 'New messages: 1 unread' });
  const line = screen.getByRole('link', { name: /^Project 7/u });
  within(line).getByText('Other: News');
  act(() => blocks.upsert({ id: OTHER, is_blocked: true }));
  within(line).getByText('Other: Message hidden');
  expect(line.getAttribute('href')).toBe(`/messages/c/${TEAM}`);
  screen.getByRole('button', { name: 'Mark messages in Project 7 as read' });
  // The member's own message, sent while others are unread.
  act(() => void takeMessage(teamMessage(7, { sender_id: ME, sender_name: 'Me', content: 'On it' }), ME));
  await within(line).findByText('You: On it');
});

it('has the project and its members in the header', async () => {
  show(<TeamHeading conversation={TEAM_KEY} name="Project 7" typing={null} muted={false} />, {
    as: member,
  });
  await openInfo();
  const heading = await screen.findByRole('heading', { name: 'Project 7' });
  expect(within(heading).getByRole('link').getAttribute('href')).toBe('/projects/7');
  await screen.findByText('3 members, 2 online');
  act(() => void presence.upsert({ id: THIRD, is_online: true, last_active: null }));
  await screen.findByText('3 members, 3 online');
});

it('names the writers of the others’ messages, once in a group', async () => {
  show(
    <>
      {rowOf(teamMessage(1, { content: 'Welcome' }))}
      {rowOf(teamMessage(2, { content: 'Ask me' }), { grouped: true })}
      {rowOf(teamMessage(3, { sender_id: ME, sender_name: 'Me', content: 'Hello' }))}
    </>,
    { as: member },
  );
  const writers = [...document.querySelectorAll<HTMLElement>('[data-message]')].map(
    (each) => within(each).queryByRole('link')?.textContent,
  );
  expect(writers).toEqual(['Other', undefined, undefined]);
});

it('places its events after the message that they follow, and has new ones at once', async () => {
  await openInfo();
  const cards = () =>
    (useTeamInfos.getState()[TEAM_KEY]?.events ?? []).map((event) => ({
      ...{ kind: 'event' as const, key: `e${event.id}`, at: event.at, event },
    }));
  const of: Thread = { ...newThread, status: 'ready', messages: [1, 2, 3].map((seq) => teamMessage(seq)), lastSeq: 3 };
  const lines = () => {
    const items = withCards(threadItems(of, [], ME), of, cards());
    return Array.from({ length: items.count }, (_, index) => items.key(index));
  };
  expect(lines()).toEqual([4_001, 4_002, 'e1', 4_003]);
  noteTeamEvent({
    ...{ conversation_id: TEAM, project_id: 7, name: 'Kiosk', people: 4, member_count: 3 },
    event: { id: 2, kind: 'renamed', at: message(6).created_at, after_seq: 3, word: 'Kiosk' },
  });
  expect(lines()).toEqual([4_001, 4_002, 'e1', 4_003, 'e2']);
});

it.each<[Partial<TeamEvent>, string]>([
  [{}, 'Third joined the team'],
  [{ user_id: ME }, 'You joined the team'],
  [{ kind: 'left' }, 'Third left the team'],
  [{ kind: 'removed' }, 'Third was removed from the team'],
  [{ kind: 'creator_changed' }, 'Third is the new creator'],
  [{ kind: 'creator_changed', user_id: ME }, 'You are the new creator'],
  [{ kind: 'renamed', word: 'Kiosk' }, 'The project is now called “Kiosk”'],
  [{ kind: 'finished' }, 'The project was finished'],
  [{ kind: 'reopened' }, 'The project was reopened'],
])('an event %j reads “%s”', (change, words) => {
  const event = { ...joined, ...change };
  show(<CardRow card={{ kind: 'event', key: 'e1', at: event.at, event }} me={ME} />);
  // Also with a name that is written from right to left.
  screen.getByText((_, element) => element?.textContent === words, { selector: '[dir=ltr]' });
  const links = screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual(words.startsWith('Third') ? [['Third', `/people/${event.user_id}`]] : []);
});

it('says how many have seen a message, and who', async () => {
  await openInfo();
  const own = teamMessage(5, { sender_id: ME, sender_name: 'Me' });
  const user = show(
    <>
      {rowOf(own, { seenBy: 1, readers: 2, isLastOwn: true })}
      <Asked />
    </>,
    { as: member },
  );
  screen.getByRole('img', { name: 'Seen by 1 of 2' });
  await user.click(await screen.findByRole('button', { name: 'Seen by 1 of 2' }));
  const dialog = await findDialog('Seen by 1 of 2');
  const names = (title: string) =>
    within(dialog).getByRole('heading', { name: title }).closest('section')?.querySelector('ul')?.textContent;
  expect([names('Seen by'), names('Not yet')]).toEqual(['Third', 'Other']);
  act(() => noteTeamEvent({ conversation_id: TEAM, marks: [{ user_id: OTHER, read_seq: 5 }] }));
  await findDialog('Seen by 2 of 2');
});

function Asked() {
  const dialog = useMessageDialog(({ open }) => open);
  return dialog?.kind === 'seen' && <SeenBy dialog={dialog} />;
}

it('has the line below the last message before anybody has seen it, so that nothing moves', async () => {
  await openInfo();
  const own = teamMessage(5, { sender_id: ME, sender_name: 'Me' });
  show(rowOf(own, { seenBy: 0, readers: 2, isLastOwn: true }), { as: member });
  await screen.findByRole('button', { name: 'Not seen yet' });
});

it('names members in loaded messages, quotes, pinned messages and events as they are called by now', async () => {
  await act(() => refresh('start'));
  useThreads.setState({ byId: { [TEAM_KEY]: { ...newThread, status: 'ready' as const, messages, lastSeq: 5 } } });
  const event = { ...joined, user_id: OTHER, user_name: 'Other' };
  show(
    <>
      {rowOf(teamMessage(1, { content: 'Welcome' }))}
      <Quote conversation={TEAM_KEY} name="Project 7" seq={4} from={5} />
      <PinnedList conversation={TEAM_KEY} name="Project 7" pins={[4]} onLeave={() => undefined} />
      <CardRow card={{ kind: 'event', key: 'e1', at: joined.at, event }} me={ME} />
    </>,
    { as: member },
  );
  const named = (name: string) => screen.getAllByText(name).length;
  await waitFor(() => expect(named('Other')).toBe(4));
  act(() => void takeMessage(teamMessage(6, { sender_name: 'Renamed' }), ME));
  await waitFor(() => expect(named('Renamed')).toBe(4));
  act(() => void takeChange(teamMessage(6, { sender_name: 'Renamed again', change: 1 }), ME));
  await waitFor(() => expect(named('Renamed again')).toBe(4));
  info = teamInfo({ events: [{ ...event, user_name: 'From events' }], participants: [] });
  await act(() => loadTeamInfo(TEAM_KEY));
  expect(named('From events')).toBe(4);
  expect(screen.queryByText('Other')).toBeNull();
});

it('hides messages from a blocked member until they are opened', async () => {
  blocks.upsert({ id: OTHER, is_blocked: true });
  const user = show(rowOf(teamMessage(1, { content: 'Buy this' })), { as: member });
  expect(screen.queryByText('Buy this')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Show message' }));
  const text = screen.getByText('Buy this');
  expect(document.activeElement).toBe(text.closest('[data-seq]'));
});

it('hides their words in quotes, pinned messages and the suggestions of the search too', async () => {
  await act(() => refresh('start'));
  blocks.upsert({ id: OTHER, is_blocked: true });
  useThreads.setState({ byId: { [TEAM_KEY]: { ...newThread, status: 'ready' as const, messages, lastSeq: 5 } } });
  show(
    <>
      <Quote conversation={TEAM_KEY} name="Project 7" seq={1} from={2} />
      <PinBar conversation={TEAM_KEY} name="Project 7" pins={[4]} />
    </>,
    { as: member },
  );
  expect(await screen.findAllByText('Message hidden')).toHaveLength(2);
  expect(screen.queryByText(/Welcome|Ask me/u)).toBeNull();
  act(() => void takeMessage(teamMessage(6, { content: 'News' }), ME));
  const found = {
    ...{ text: '', people: [], projects: [], messages: [] },
    ...{ next: null, isIndexing: false, isLooking: false, error: null },
  };
  const suggested = () => groupsOf('everything', found, 'in:')[0]?.options[0];
  await waitFor(() => expect(suggested()).toMatchObject({ id: `in-${TEAM_KEY}`, lastMessage: 'Message hidden' }));
});

it('hides their words in saved messages, search results, files and links too, also in an offline start', async () => {
  const of = (seq: number, sender_id: number) => ({ seq, sender_id, created_at: message(seq).created_at });
  const file = { id: crypto.randomUUID(), name: 'rude.pdf', bytes: 1, kind: 'file' as const };
  const row = { ...of(4, OTHER), sender_name: 'Other', attachments: [file], links: ['https://rude.example/a'] };
  serveTeam({
    'GET /api/messages/c/:conversationId/files': () => ok({ files: [row], next: null }),
    'GET /api/messages/c/:conversationId/links': () => ok({ links: [row], next: null, is_indexing: false }),
  });
  await act(() => refresh('start'));
  blocks.upsert({ id: OTHER, is_blocked: true });
  const cached = new Map(takeParts());
  act(() => resetStores());
  await act(() => refresh('start'));
  const saved = (seq: number, sender_id: number, content: string) => ({
    ...{ ...of(seq, sender_id), key: `${seq}`, conversation: TEAM_KEY, otherId: null, name: 'Project 7', content },
    attachments: [file],
  });
  const found = (seq: number, sender_id: number, excerpt: string) => ({
    ...{ ...of(seq, sender_id), conversation_id: TEAM, other_name: 'Project 7', sender_name: 'Somebody', excerpt },
  });
  const option = (seq: number, sender_id: number, excerpt: string) => (
    <OptionRow
      key={seq}
      {...{ words: ['words'], isActive: false, onChoose: () => undefined, onPoint: () => undefined }}
      option={{ kind: 'message', id: `message-${seq}`, message: found(seq, sender_id, excerpt) }}
    />
  );
  show(
    <>
      {[saved(4, OTHER, 'Rude note'), saved(3, THIRD, 'Kind note')].map((line) => (
        <SavedRow key={line.key} line={line} me={ME} now={0} active={false} link={{ to: '/messages' }} />
      ))}
      {option(4, OTHER, 'Rude words')}
      {option(3, THIRD, 'Kind words')}
      <Contents conversation={TEAM_KEY} kind="files" onLeave={() => undefined} />
      <Contents conversation={TEAM_KEY} kind="links" onLeave={() => undefined} />
    </>,
    { as: member },
  );
  await screen.findByText('rude.pdf');
  await screen.findByText('rude.example/a');
  act(() => showParts(cached));
  expect(screen.getAllByText('Message hidden')).toHaveLength(4);
  expect(document.body.textContent).not.toMatch(/rude/iu);
  expect(screen.queryByRole('button', { name: /^Download/u })).toBeNull();
  expect(screen.getAllByLabelText('With a file:')).toHaveLength(1);
  expect(screen.getByText('Kind note')).toBeDefined();
  act(() => void blocks.upsert({ id: OTHER, is_blocked: false }));
  expect(screen.getByText('Rude note')).toBeDefined();
  expect(new Map(takeParts()).get('blocks')).toEqual([]);
});

it('shows the members, the pinned messages and what newcomers can read', async () => {
  show(<TeamInfoDialog conversation={TEAM_KEY} name="Project 7" onClose={() => undefined} />, { as: member });
  await openInfo();
  const dialog = await findDialog('Project 7');
  within(dialog).getByText('New members can read everything from the first message.');
  // Not the choice at the end, which an arrow key would change.
  expect(document.activeElement).toBe(within(dialog).getByRole('tab', { name: 'About' }));
  within(dialog).getByText('Me (you)');
  within(dialog).getByRole('link', { name: 'Third' });
  within(dialog).getByText(/^Creator/u);
  within(dialog).getByText('No pinned messages. Pin one from its menu.');
});

it('unpins in the team’s information before the server answers', async () => {
  serveTeam({ 'DELETE /api/messages/c/:conversationId/:seq/pin': () => 'network' });
  const user = show(<TeamInfoDialog conversation={TEAM_KEY} name="Project 7" onClose={() => undefined} />, {
    as: member,
  });
  await openInfo();
  openOutbox(ME);
  const open = { ...newThread, status: 'ready' as const, messages, lastSeq: 5, pins: [3] };
  act(() => useThreads.setState({ byId: { [TEAM_KEY]: open } }));
  await user.click(screen.getByRole('button', { name: 'Unpin' }));
  screen.getByText('No pinned messages. Pin one from its menu.');
});

it('puts a time to meet behind what is written, for the member to send', async () => {
  const time = { from: '2030-01-08T14:00:00.000Z', until: '2030-01-08T15:30:00.000Z' };
  const participants = info.participants.map(({ id, name }) => ({ id, name, has_hours: true }));
  const hours = {
    members: participants,
    times: [{ ...time, free: 3 }],
    best: [{ ...time, members: [ME, OTHER, THIRD] }],
  };
  serveTeam({ 'GET /api/projects/:id/hours': () => ok(hours) });
  const user = show(<MessagesPage />, {
    ...{ as: member, path: `/messages/c/${TEAM}` },
    route: ['/messages', '/messages/:userId', '/messages/c/:conversationId'],
  });
  await act(() => refresh('start'));
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message to Project 7' });
  await user.type(field, 'Hi all');
  // As browsers do: the text is typed at the caret.
  const { execCommand } = document;
  onTestFinished(() => {
    document.execCommand = execCommand;
  });
  document.execCommand = (_command, _withPage, text = '') =>
    fireEvent.input(field, { target: { value: field.value + text } });
  await user.click(await screen.findByRole('button', { name: 'Team info' }));
  const dialog = await findDialog('Project 7');
  await user.click(await within(dialog).findByRole('button', { name: /^Suggest in chat/u }));
  await expect.poll(() => field.value).toMatch(/^Hi all\nShall we meet on Tue.+\? All 3 are free\.$/u);
  expect(readDraft(TEAM_KEY)).toBe(field.value);
});

it('marks read what its lines say of the team, and nothing else', async () => {
  const seen = { unread: 1, version: 2, added: [], read_ids: [1], cleared_ids: [] };
  const { of } = serveTeam({ 'PUT /api/inbox/seen': () => ok(seen) });
  show(<TeamHeading conversation={TEAM_KEY} name="Project 7" typing={null} muted={false} />, { as: member });
  await openInfo();
  act(() =>
    useNotifications.setState({ items: [inboxItem(1, { kind: 'seat:left' }), inboxItem(2)], unread: 2, version: 1 }),
  );
  await waitFor(() =>
    expect(of('PUT /api/inbox/seen').map(({ body }) => body)).toEqual([{ place: 'chat', project_id: 7 }]),
  );
});

it('says so when the member is no longer in the team', async () => {
  show(<MessagesPage />, {
    ...{ as: member, path: `/messages/c/${TEAM}` },
    route: ['/messages', '/messages/:userId', '/messages/c/:conversationId'],
  });
  await act(() => refresh('start'));
  await screen.findByRole('region', { name: 'Team chat of Project 7' });
  act(() => loseTeam(TEAM_KEY));
  await screen.findByText('You are no longer in this team.');
  expect(screen.queryByRole('link', { name: /^Project 7/u })).toBeNull();
});

it('an old link to the chat of a team that the member has left says what may be wrong', async () => {
  serveTeam({ 'GET /api/messages/c/:conversationId': () => refusal(404, 'NOT_FOUND') });
  show(<MessagesPage />, {
    ...{ as: member, path: `/messages/c/${TEAM}` },
    route: ['/messages', '/messages/:userId', '/messages/c/:conversationId'],
  });
  await screen.findByText('The address may be mistyped, or you are no longer in its team.');
});
