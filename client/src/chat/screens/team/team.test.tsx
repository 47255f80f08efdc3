import type { TeamEvent } from '@sangam/shared/chat/teams';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import '../../../app/live/subjects';
import { blocks } from '../../../contact/state/blocks';
import { refresh } from '../../../core/realtime/refresh';
import { useSession } from '../../../core/session/session';
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
  TEAM,
  TEAM_KEY,
  THIRD,
  teamInfo,
  teamMessage,
} from '../../../testing/samples';
import { ok, serveTeam, teamMessages, teamRow } from '../../../testing/team-thread';
import { reportDialog } from '../../../trust/state/report-dialog';
import { readDraft } from '../../state/outbox/drafts';
import { useMessageDialog } from '../../state/outbox/message-dialog';
import { openOutbox } from '../../state/outbox/outbox';
import { loadTeamInfo } from '../../state/team/load-team-info';
import { useTeamInfos } from '../../state/team/team-infos';
import { loseTeam, noteTeamEvent } from '../../state/teams';
import { useThreads } from '../../state/thread/threads';
import { newThread, type Thread } from '../../state/thread/threads.reduce';
import { applyTyping } from '../../state/thread/typing';
import { takeChange, takeMessage } from '../../sync/take-message';
import { MessageBell } from '../bell/MessageBell';
import { UnreadList } from '../bell/UnreadList';
import { ConversationPane } from '../ConversationPane';
import { CardAnnouncer, CardRow, withCards } from '../cards/CardRow';
import { MessagesPage } from '../MessagesPage';
import { Quote } from '../message/Quote';
import { PinnedList } from '../pins/PinBar';
import { threadItems } from '../thread-items/thread.select';
import { SeenBy } from './SeenBy';
import { TeamHeading } from './TeamHeading';
import { TeamInfoDialog } from './TeamInfoDialog';

const joined = {
  id: 1,
  kind: 'joined' as const,
  at: message(2).created_at,
  after_seq: 2,
  user_id: THIRD,
  user_name: 'Third',
};
let info = teamInfo();
beforeEach(() => {
  info = teamInfo({ events: [joined] });
  serveTeam(() => info);
  useSession.setState({ status: 'signed-in', user: member, end: null });
});

const linkTo = () => ({ to: '/messages' });
const list = async () => {
  const user = show(<ConversationPane open={null} showsRequests={false} linkTo={linkTo} />, { as: member });
  await act(() => refresh('start'));
  return user;
};
const openInfo = async () => {
  await act(async () => {
    await refresh('start');
    await loadTeamInfo(TEAM_KEY);
  });
};
const row = () => screen.getByRole('link', { name: /^Project 7/u });

it('a team is a conversation in the list, with the writer of its last message', async () => {
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

it('names the teammates who are typing', async () => {
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
  // One event for several members, including the reader.
  const sender_ids = [ME, OTHER, THIRD, 9, 10];
  act(() => applyTyping({ conversation_id: TEAM, sender_id: ME, sender_ids, typing: true }));
  within(row()).getByText('Other and 3 others are typing…');
  act(() => applyTyping({ conversation_id: TEAM, sender_id: THIRD, sender_ids: [THIRD, 9, 10], typing: false }));
  within(row()).getByText('Other is typing…');
});

it('a team’s unread messages count in the bell, which lists the team', async () => {
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
  expect(line.textContent).toContain('Other: News');
  act(() => blocks.upsert({ id: OTHER, is_blocked: true }));
  expect(line.textContent).toContain('Other: Message hidden');
  expect(line.getAttribute('href')).toBe(`/messages/c/${TEAM}`);
  screen.getByRole('button', { name: 'Mark messages in Project 7 as read' });
  // The member sends a message while others are unread.
  act(() => void takeMessage(teamMessage(7, { sender_id: ME, sender_name: 'Me', content: 'On it' }), ME));
  await waitFor(() => expect(line.textContent).toContain('You: On it'));
  expect(within(line).queryByRole('img', { name: 'Mentions you' })).toBeNull();
  act(() => void takeMessage({ ...teamMessage(8), mentions_you: true }, ME));
  await within(line).findByRole('img', { name: 'Mentions you' });
});

it('a team’s header has the project and its members', async () => {
  show(<TeamHeading conversation={TEAM_KEY} name="Project 7" typing={null} muted={false} />, {
    as: member,
  });
  await openInfo();
  act(() => void presence.upsert({ id: THIRD, is_online: false, last_active: null }));
  const heading = await screen.findByRole('heading', { name: 'Project 7' });
  expect(within(heading).getByRole('link').getAttribute('href')).toBe('/projects/7');
  await screen.findByText('3 members, 2 online');
  act(() => void presence.upsert({ id: THIRD, is_online: true, last_active: null }));
  await screen.findByText('3 members, 3 online');
});

it('a team’s header counts nobody as offline whose presence isn’t known', async () => {
  show(<TeamHeading conversation={TEAM_KEY} name="Project 7" typing={null} muted={false} />, { as: member });
  act(() => useTeamInfos.setState({ [TEAM_KEY]: info }));
  screen.getByText('3 members');
  act(() => void presence.upsert({ id: THIRD, is_online: true, last_active: null }));
  screen.getByText('3 members');
  act(() => void presence.upsert({ id: OTHER, is_online: false, last_active: null }));
  screen.getByText('3 members, 2 online');
});

it('names the writers of teammates’ messages, once in a group of bubbles', async () => {
  show(
    <>
      {teamRow(teamMessage(1, { content: 'Welcome' }))}
      {teamRow(teamMessage(2, { content: 'Ask me' }), { grouped: true })}
      {teamRow(teamMessage(3, { sender_id: ME, sender_name: 'Me', content: 'Hello' }))}
    </>,
    { as: member },
  );
  const writers = [...document.querySelectorAll<HTMLElement>('[data-message]')].map(
    (each) => within(each).queryByRole('link')?.textContent,
  );
  expect(writers).toEqual(['Other', undefined, undefined]);
});

it('places a team’s events after the message that they follow, and shows new ones at once', async () => {
  await openInfo();
  const cards = () =>
    (useTeamInfos.getState()[TEAM_KEY]?.events ?? []).map((event) => ({
      kind: 'event' as const,
      key: `e${event.id}`,
      at: event.at,
      event,
    }));
  const of: Thread = { ...newThread, status: 'ready', messages: [1, 2, 3].map((seq) => teamMessage(seq)), lastSeq: 3 };
  const lines = () => {
    const items = withCards(threadItems(of, [], ME), of, cards());
    return Array.from({ length: items.count }, (_, index) => items.key(index));
  };
  expect(lines()).toEqual([4_001, 4_002, 'e1', 4_003]);
  noteTeamEvent({
    conversation_id: TEAM,
    project_id: 7,
    name: 'Kiosk',
    people: 4,
    member_count: 3,
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
  // Holds even for a name written from right to left.
  screen.getByText((_, element) => element?.textContent === words, { selector: '[dir=ltr]' });
  const links = screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual(words.startsWith('Third') ? [['Third', `/people/${event.user_id}`]] : []);
});

it('an event of a kind that only newer servers know has no line, and is not announced', () => {
  const event = { ...joined, id: 2, kind: 'of tomorrow' } as unknown as TeamEvent;
  const card = { kind: 'event', key: 'e2', at: event.at, event } as const;
  const { container, rerender } = render(
    <>
      <CardRow card={card} me={ME} />
      <CardAnnouncer cards={[]} me={ME} />
    </>,
  );
  rerender(
    <>
      <CardRow card={card} me={ME} />
      <CardAnnouncer cards={[card]} me={ME} />
    </>,
  );
  expect(container.textContent).toBe('');
});

it('says how many teammates have seen a message, and who', async () => {
  await openInfo();
  const own = teamMessage(5, { sender_id: ME, sender_name: 'Me' });
  const user = show(
    <>
      {teamRow(own, { seenBy: 1, readers: 2, isLastOwn: true })}
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

it('shows the line of readers before anybody has seen the message, so that nothing moves', async () => {
  await openInfo();
  const own = teamMessage(5, { sender_id: ME, sender_name: 'Me' });
  show(teamRow(own, { seenBy: 0, readers: 2, isLastOwn: true }), { as: member });
  await screen.findByRole('button', { name: 'Not seen yet' });
});

it('names members by their present names in loaded messages, quotes, pinned messages and events', async () => {
  await act(() => refresh('start'));
  useThreads.setState({
    byId: { [TEAM_KEY]: { ...newThread, status: 'ready' as const, messages: teamMessages, lastSeq: 5 } },
  });
  const event = { ...joined, user_id: OTHER, user_name: 'Other' };
  show(
    <>
      {teamRow(teamMessage(1, { content: 'Welcome' }))}
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

it('shows the members, the pinned messages and what newcomers can read', async () => {
  const [creator, ...others] = info.participants;
  info = { ...info, participants: [...(creator ? [{ ...creator, email: 'other@iit.example' }] : []), ...others] };
  show(<TeamInfoDialog conversation={TEAM_KEY} name="Project 7" onClose={() => undefined} />, { as: member });
  await openInfo();
  const dialog = await findDialog('Project 7');
  within(dialog).getByText('New members can read everything from the first message.');
  // Not the choice of notifications, which an arrow key would change.
  expect(document.activeElement).toBe(within(dialog).getByRole('tab', { name: 'About' }));
  // A team of 20 would push it below the screen.
  const choice = within(dialog).getByRole('combobox', { name: 'Notifications' });
  const own = within(dialog).getByRole('link', { name: 'Me' });
  expect([own.getAttribute('href'), own.nextSibling?.textContent]).toEqual([`/people/${ME}`, ' (you)']);
  expect(choice.compareDocumentPosition(own)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  within(dialog).getByRole('link', { name: 'Third' });
  within(dialog).getByText(/^Creator/u);
  within(dialog).getByText('other@iit.example');
  within(dialog).getByText('No pinned messages. Pin a message from its menu.');
});

it('unpins in the team’s information before the server answers', async () => {
  serveTeam(() => info, { 'DELETE /api/messages/c/:conversationId/:seq/pin': () => 'network' });
  const user = show(<TeamInfoDialog conversation={TEAM_KEY} name="Project 7" onClose={() => undefined} />, {
    as: member,
  });
  await openInfo();
  openOutbox(ME);
  const open = { ...newThread, status: 'ready' as const, messages: teamMessages, lastSeq: 5, pins: [3] };
  act(() => useThreads.setState({ byId: { [TEAM_KEY]: open } }));
  await user.click(screen.getByRole('button', { name: 'Unpin' }));
  screen.getByText('No pinned messages. Pin a message from its menu.');
});

it('adds a time to meet to the text in the composer, for the member to send', async () => {
  const time = { from: '2030-01-08T14:00:00.000Z', until: '2030-01-08T15:30:00.000Z' };
  const participants = info.participants.map(({ id, name }) => ({ id, name, has_hours: true }));
  const hours = {
    members: participants,
    times: [{ ...time, free: 3 }],
    best: [{ ...time, members: [ME, OTHER, THIRD] }],
  };
  serveTeam(() => info, { 'GET /api/projects/:id/hours': () => ok(hours) });
  const user = show(<MessagesPage />, {
    as: member,
    path: `/messages/c/${TEAM}`,
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

it('marks notifications read that the team’s lines show, and no others', async () => {
  const seen = { unread: 1, version: 2, added: [], read_ids: [1], cleared_ids: [] };
  const { of } = serveTeam(() => info, { 'PUT /api/inbox/seen': () => ok(seen) });
  show(<TeamHeading conversation={TEAM_KEY} name="Project 7" typing={null} muted={false} />, { as: member });
  await openInfo();
  act(() =>
    useNotifications.setState({ items: [inboxItem(1, { kind: 'seat:left' }), inboxItem(2)], unread: 2, version: 1 }),
  );
  await waitFor(() =>
    expect(of('PUT /api/inbox/seen').map(({ body }) => body)).toEqual([{ place: 'chat', project_id: 7 }]),
  );
});

const showChat = () =>
  show(<MessagesPage />, {
    as: member,
    path: `/messages/c/${TEAM}`,
    route: ['/messages', '/messages/:userId', '/messages/c/:conversationId'],
  });
const reportable = { members: [{ id: OTHER, name: 'Other' }] };

it('says so when the member is no longer in the team, and offers a report', async () => {
  const { of } = serveTeam(() => info, { 'GET /api/reports/members': () => ok(reportable) });
  const user = showChat();
  await act(() => refresh('start'));
  await screen.findByRole('region', { name: 'Team chat for Project 7' });
  expect(of('GET /api/reports/members')).toHaveLength(0);
  act(() => loseTeam(TEAM_KEY));
  await screen.findByRole('heading', { name: 'You’re no longer in this team' });
  expect(screen.queryByRole('link', { name: /^Project 7/u })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Open project' })).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Report a member' }));
  expect(reportDialog.get()).toEqual({ kind: 'left', conversation: TEAM, ...reportable });
});

it('an old link to the chat of a team that the member has left says so, and offers a report', async () => {
  serveTeam(() => info, {
    'GET /api/messages/c/:conversationId': () => refusal(404, 'NOT_FOUND'),
    'GET /api/reports/members': () => ok(reportable),
  });
  showChat();
  await screen.findByRole('heading', { name: 'You’re no longer in this team' });
  expect(screen.queryByText(/mistyped/u)).toBeNull();
  await screen.findByRole('button', { name: 'Report a member' });
});

it('names the project of a team that the member has left, and leads to it while they see it', async () => {
  serveTeam(() => info, {
    'GET /api/messages/c/:conversationId': () => refusal(404, 'NOT_FOUND'),
    'GET /api/reports/members': () => ok({ ...reportable, project: { id: 7, title: 'Rover' } }),
  });
  showChat();
  expect((await screen.findByRole('link', { name: 'Open project' })).getAttribute('href')).toBe('/projects/7');
  screen.getByText((_, element) => element?.textContent === 'The chat for “Rover” is for members only.');
});

it('says that a lost chat may be gone where the server names no team that the member has left', async () => {
  serveTeam(() => info, { 'GET /api/reports/members': () => refusal(404, 'NOT_FOUND') });
  showChat();
  await act(() => refresh('start'));
  await screen.findByRole('region', { name: 'Team chat for Project 7' });
  act(() => loseTeam(TEAM_KEY));
  await screen.findByText('This chat is no longer available');
});

it('the address of a team that the member was never in offers no report', async () => {
  const { of } = serveTeam(() => info, {
    'GET /api/messages/c/:conversationId': () => refusal(404, 'NOT_FOUND'),
    'GET /api/reports/members': () => refusal(404, 'NOT_FOUND'),
  });
  showChat();
  await screen.findByText('The address may be mistyped, or you’re no longer in its team.');
  await waitFor(() => expect(of('GET /api/reports/members')).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Report a member' })).toBeNull();
});
