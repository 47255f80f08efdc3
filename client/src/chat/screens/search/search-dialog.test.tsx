import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import '../../../app/live/subjects';
import { ready } from '../../../core/store/loadable';
import { moment } from '../../../core/store/table';
import { projects as projectTable } from '../../../projects/state/project-table';
import { fakeServer, refusal } from '../../../testing/fake-server';
import { held } from '../../../testing/held';
import { show } from '../../../testing/render';
import { CONVERSATION, conversation, member, message, OTHER, project, TEAM, team } from '../../../testing/samples';
import { noteChangedMessage } from '../../state/changed-messages';
import { loadConversations } from '../../state/conversations';
import { keyWith, noteTeams } from '../../state/known-conversations';
import { useRequested } from '../../state/requested-conversations';
import { searchDialog } from '../../state/search-dialog';
import { loseTeam, useTeams } from '../../state/teams';
import { toListed } from '../../state/teams.reduce';
import { SearchDialog } from './SearchDialog';

const found = (seq: number, excerpt: string) => ({
  other_id: OTHER,
  other_name: 'Bina Das',
  seq,
  sender_id: OTHER,
  excerpt,
  created_at: '2026-01-01T00:00:00.000Z',
});
const messages = (list: object[], next: object | null = null, is_indexing = false) => ({
  body: { success: true, data: { messages: list, next, is_indexing } },
});
const people = (...list: object[]) => ({ body: { success: true, data: { people: list } } });
const projects = (...list: object[]) => ({ body: { success: true, data: { projects: list } } });
const bina = { id: OTHER, name: 'Bina Das', has_conversation: true };
const zoya = { id: 9, name: 'Zoya', has_conversation: false };
/** The list of projects that everybody finds. */
const listed = (...list: object[]) => ({
  body: { success: true, data: { projects: list, my_join_requests: [], has_more: false } },
});
const quiet = {
  'GET /api/projects': () => listed(),
  'GET /api/search/messages': () => messages([]),
  'GET /api/search/people': () => people(),
  'GET /api/search/projects': () => projects(),
} as const;

beforeEach(() => {
  // happy-dom has no layout.
  Element.prototype.scrollIntoView = vi.fn();
});
const open = (kind: 'everything' | 'people' = 'everything') => {
  const user = show(<SearchDialog />, { as: member });
  act(() => searchDialog.open(kind));
  return user;
};
const field = () => screen.findByRole('combobox');
const address = () => screen.getByTestId('address').textContent;
const active = async () => document.getElementById((await field()).getAttribute('aria-activedescendant') ?? '');

it('finds people, projects and messages, and highlights the words', async () => {
  const server = fakeServer({
    'GET /api/search/messages': () => messages([found(7, 'The Résumé of the resume')]),
    'GET /api/search/people': () => people(bina, zoya),
    'GET /api/search/projects': () => projects({ id: 3, title: 'My second resume' }),
    'GET /api/projects': () => listed({ id: 4, title: 'Resume builder' }, { id: 3, title: 'My second resume' }),
  });
  const user = open();
  await user.type(await field(), 'resume');
  await screen.findByRole('option', { name: /The Résumé/u });
  const groups = screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'));
  // The best match is first.
  expect(groups).toEqual(['Projects', 'People', 'Messages', 'More']);
  expect(within(screen.getByRole('group', { name: 'Projects' })).getAllByRole('option')[0]?.textContent).toBe(
    'Resume builder',
  );
  expect(server.of('GET /api/search/people').map(({ query }) => query.get('page'))).toEqual(['yes']);
  const message = screen.getByRole('option', { name: /The Résumé/u });
  expect([...message.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['Résumé', 'resume']);
  await screen.findByText('5 results');
  expect(server.of('GET /api/search/messages').map(({ query }) => query.get('q'))).toEqual(['resume']);
});

it('says in text why a project was found if its title doesn’t show it', async () => {
  const others = { title: 'Lander', creator_name: 'Asha', required_skills: ['Go', 'Robotics'] };
  const description = `${'Built in the open. '.repeat(20)}We <b>drive</b> a **robot** on Mars. ${'And more. '.repeat(40)}`;
  fakeServer({
    ...quiet,
    'GET /api/projects': () =>
      listed(
        project(4, {
          ...others,
          description: 'Nothing',
          roles: [{ id: 1, name: 'Robot pilot', seats: 1, taken: 0, skills: ['Roboflow'] }],
        }),
        project(5, { ...others, title: 'Rover', required_skills: [], description }),
        project(6, { ...others, title: 'Robot arm', description }),
      ),
  });
  const user = open();
  await user.type(await field(), 'robo');
  const [arm, lander, rover] = await screen.findAllByRole('option', { name: /Robot arm|Lander|Rover/u });
  expect(arm?.textContent).toBe('Robot arm');
  expect(lander?.textContent).toBe('LanderRobotics · Roboflow · Robot pilot');
  expect(rover?.textContent).toMatch(/^Rover….* We <b>drive<\/b> a \*\*robot\*\* on Mars\. And more\. .*…$/u);
  expect(rover?.textContent?.length).toBeLessThan(210);
  expect([...(rover?.querySelectorAll('mark') ?? [])].map((mark) => mark.textContent)).toEqual(['robot']);
});

it('leads to the page of a member without a conversation', async () => {
  fakeServer({ ...quiet, 'GET /api/search/people': () => people(zoya) });
  const user = open();
  await user.type(await field(), 'zoya');
  await user.click(await screen.findByRole('option', { name: 'Zoya' }));
  await waitFor(() => expect(address()).toBe('/people/9'));
});

const asked = (server: ReturnType<typeof fakeServer>) => {
  const { query } = server.of('GET /api/search/messages').at(-1) ?? {};
  return [query?.get('q'), query?.get('other_id')];
};

it('searches in one conversation, until its name is removed', async () => {
  const server = fakeServer({ ...quiet, 'GET /api/search/messages': () => messages([found(7, 'the plan')]) });
  const user = show(<SearchDialog />, { as: member });
  act(() => searchDialog.open({ in: { id: OTHER, name: 'Asha Rao' } }));
  await user.type(await field(), 'plan');
  await waitFor(() => expect(asked(server)).toEqual(['plan', `${OTHER}`]));
  await screen.findByText('1 result');
  screen.getByText('Asha Rao');
  await user.click(screen.getByRole('button', { name: 'Search all conversations' }));
  await waitFor(() => expect(asked(server)).toEqual(['plan', null]));
});

it('lets the reader choose between two members of one name', async () => {
  const two = ['From Pune', 'From Delhi'].map((last_message, n) =>
    conversation({ id: OTHER + n, conversation_id: CONVERSATION + n, name: 'Asha Rao', last_message }),
  );
  const server = fakeServer({
    ...quiet,
    'GET /api/messages/conversations': () => ({
      body: { success: true, data: { conversations: two, has_more: false } },
    }),
  });
  const user = open();
  await act(async () => void (await loadConversations()));
  await user.type(await field(), 'plan in:asha');
  await user.click(await screen.findByRole('option', { name: /From Delhi/u }));
  await waitFor(() => expect(asked(server)).toEqual(['plan', `${OTHER + 1}`]));
  await waitFor(() => expect(screen.queryByRole('option', { name: /From Pune/u })).toBeNull());
});

it('suggests conversations while the name after in: is typed, teams too, and searches in the chosen one', async () => {
  const server = fakeServer({
    ...quiet,
    'GET /api/messages/conversations': () => ({
      body: { success: true, data: { conversations: [conversation({ name: 'Rohan Das' })], has_more: false } },
    }),
  });
  const user = open();
  await act(async () => void (await loadConversations()));
  noteTeams([TEAM]);
  act(() => useTeams.setState({ list: [toListed(team({ name: 'Lunar rover' }))] }));
  await user.type(await field(), 'wheels in:');
  const suggested = () =>
    within(screen.getByRole('group', { name: 'Search in' }))
      .getAllByRole('option')
      .map((option) => option.querySelector('.truncate')?.textContent);
  await waitFor(() => expect(suggested().toSorted()).toEqual(['Lunar rover', 'Rohan Das']));
  await user.type(await field(), 'rov');
  await waitFor(() => expect(suggested()).toEqual(['Lunar rover']));
  await user.keyboard('{Enter}');
  await screen.findByText('In the team chat for', { exact: false });
  expect((await field()).getAttribute('value')).toBe('wheels');
  await waitFor(() => {
    const query = server.of('GET /api/search/messages').at(-1)?.query;
    expect([query?.get('q'), query?.get('conversation_id')]).toEqual(['wheels', `${TEAM}`]);
  });
  expect(screen.queryByRole('group', { name: 'Search in' })).toBeNull();
});

it('finds a team’s chat by its name, and opens it', async () => {
  noteTeams([TEAM, 41]);
  useTeams.setState({
    list: [
      toListed(team({ name: 'Rover on Mars' })),
      toListed(team({ conversation_id: 41, project_id: 8, name: 'Mars' })),
      toListed(team({ conversation_id: 42, project_id: 9, name: 'Moon' })),
    ],
  });
  fakeServer({ ...quiet, 'GET /api/search/messages': () => messages([found(7, 'to mars')]) });
  const user = open();
  await user.type(await field(), 'mars');
  await screen.findByRole('option', { name: /to mars/u });
  const groups = screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'));
  expect(groups).toEqual(['Team chats', 'Messages', 'More']);
  const chats = within(screen.getByRole('group', { name: 'Team chats' })).getAllByRole('option');
  expect(chats.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Mars/u),
    expect.stringMatching(/^Rover on Mars/u),
  ]);
  await user.click(chats[1] as HTMLElement);
  await waitFor(() => expect(address()).toBe(`/messages/c/${TEAM}`));
});

it('arrow keys move through the results, and Enter opens the message in its thread', async () => {
  fakeServer({ ...quiet, 'GET /api/search/messages': () => messages([found(7, 'first'), found(5, 'second')]) });
  const user = open();
  await user.type(await field(), 'sec');
  await screen.findByRole('option', { name: /second/u });
  expect((await active())?.textContent).toContain('first');
  await user.keyboard('{ArrowDown}');
  expect((await active())?.textContent).toContain('second');
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect((await active())?.textContent).toContain('Search all projects');
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(address()).toBe(`/messages/${OTHER}?m=5`);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('waits with Enter for the results of what was typed', async () => {
  fakeServer({ ...quiet, 'GET /api/search/messages': () => messages([found(7, 'first')]) });
  const user = open();
  await user.type(await field(), 'fir{Enter}');
  await waitFor(() => expect(address()).toBe(`/messages/${OTHER}?m=7`));
});

it('fetches older messages, even past an empty page', async () => {
  const place = { before: '2025-01-01T00:00:00.000Z', before_id: 4 };
  const server = fakeServer({
    ...quiet,
    'GET /api/search/messages': ({ query }) =>
      query.has('before') ? messages([{ ...found(2, 'old one'), conversation_id: CONVERSATION }]) : messages([], place),
  });
  const user = open();
  await user.type(await field(), 'old');
  await screen.findByRole('option', { name: /old one/u });
  expect(keyWith(OTHER)).toBe(`c${CONVERSATION}`);
  expect(server.of('GET /api/search/messages').at(-1)?.query.get('before_id')).toBe('4');
});

it('fetches older messages only once when a page is empty and the next one fails', async () => {
  const place = { before: '2025-01-01T00:00:00.000Z', before_id: 4 };
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const server = fakeServer({
    ...quiet,
    'GET /api/search/messages': async ({ query }) => {
      await pause(5);
      return query.has('before') ? refusal(503, 'BUSY', 'Try again later.') : messages([], place);
    },
  });
  const user = open();
  await user.type(await field(), 'old');
  await screen.findByText('Try again later.');
  await act(() => pause(300));
  expect(server.of('GET /api/search/messages').filter(({ query }) => query.has('before'))).toHaveLength(1);
});

it('says why a search failed', async () => {
  fakeServer({ ...quiet, 'GET /api/search/messages': () => refusal(429, 'RATE_LIMITED', 'Wait a moment.') });
  const user = open();
  await user.type(await field(), 'x');
  await screen.findByText('Wait a moment.');
});

it('says that nothing was found', async () => {
  fakeServer(quiet);
  const user = open();
  await user.type(await field(), 'zzz');
  await screen.findByText('No results for “zzz”');
  screen.getByRole('option', { name: 'Search all projects for “zzz”' });
  // The project list doesn't support the filters of messages.
  await user.type(await field(), ' has:link');
  await screen.findByText('No results for “zzz has:link”');
  expect(screen.queryByRole('option', { name: /Search all projects/u })).toBeNull();
});

it('a new chat lists known members first, and finds others by name', async () => {
  fakeServer({
    'GET /api/search/people': ({ query }) => (query.get('q') === 'zoy' ? people(zoya) : people(bina)),
  });
  const user = open('people');
  await screen.findByRole('dialog', { name: 'New chat' });
  const known = await screen.findByRole('group', { name: 'You talk with' });
  within(known).getByText('Bina Das');
  await user.type(await field(), 'zoy');
  await screen.findByRole('option', { name: 'Zoya' });
  await user.keyboard('{Enter}');
  expect(address()).toBe('/messages/9');
});

it('keeps the previous results until the new ones have arrived, in whatever order the answers come', async () => {
  const slow = held(listed({ id: 1, title: 'Stale station' }));
  const server = fakeServer({
    ...quiet,
    'GET /api/projects': ({ query }) =>
      query.get('search') === 'sta' ? slow.reply() : listed({ id: 2, title: 'Stairs' }),
  });
  const user = open();
  await user.type(await field(), 'sta');
  await waitFor(() => expect(server.of('GET /api/projects')).toHaveLength(1));
  await user.type(await field(), 'ir');
  await screen.findByRole('option', { name: 'Stairs' });
  slow.release();
  await user.type(await field(), 's');
  expect(screen.getByRole('option', { name: 'Stairs' })).toBeDefined();
  await screen.findByText('1 result');
  expect(screen.queryByText('Stale station')).toBeNull();
});

const ofTeam = (seq: number, excerpt: string) => {
  const { other_id: _, ...message } = found(seq, excerpt);
  return { ...message, conversation_id: TEAM, other_name: 'Lunar rover', sender_name: 'Bina Das' };
};
it.each([
  ['the messages', 'GET /api/search/messages'],
  ['the names, for which the messages wait,', 'GET /api/search/people'],
] as const)('shows no result from a team that the member lost while %s were on their way', async (_, late) => {
  const all = messages([ofTeam(7, 'wheels of the rover'), found(5, 'wheels of a cart')]);
  const slow = held(late === 'GET /api/search/people' ? people(bina) : all);
  const server = fakeServer({ ...quiet, 'GET /api/search/messages': () => all, [late]: slow.reply });
  noteTeams([TEAM]);
  useTeams.setState({ list: [toListed(team({ name: 'Lunar rover' }))] });
  const user = open();
  await user.type(await field(), 'wheels');
  await waitFor(() => expect(server.of(late)).toHaveLength(1));
  await act(() => new Promise((done) => setTimeout(done, 5)));
  act(() => loseTeam(`c${TEAM}`));
  slow.release();
  await screen.findByRole('option', { name: /wheels of a cart/u });
  expect(screen.queryByText(/of the rover/u)).toBeNull();
});

it('adds no older messages of a team that the member lost while they were in flight', async () => {
  const place = { before: '2026-01-01T00:00:00.000Z', before_id: 4 };
  const older = held(messages([ofTeam(3, 'old wheels of the rover'), found(2, 'old wheels of a cart')]));
  const server = fakeServer({
    ...quiet,
    'GET /api/search/messages': ({ query }) => (query.has('before') ? older.reply() : messages([], place)),
  });
  noteTeams([TEAM]);
  useTeams.setState({ list: [toListed(team({ name: 'Lunar rover' }))] });
  const user = open();
  await user.type(await field(), 'wheels');
  await waitFor(() => expect(server.of('GET /api/search/messages')).toHaveLength(2));
  act(() => loseTeam(`c${TEAM}`));
  older.release();
  await screen.findByRole('option', { name: /old wheels of a cart/u });
  expect(screen.queryByText(/of the rover/u)).toBeNull();
});

it('asks for no more letters than a name or a search may have', async () => {
  const server = fakeServer(quiet);
  const user = open();
  await user.click(await field());
  await user.paste('stepwell '.repeat(30));
  await waitFor(() => expect(server.of('GET /api/projects')).toHaveLength(1));
  const asked = (call: 'GET /api/search/people' | 'GET /api/search/messages') =>
    server.of(call)[0]?.query.get('q')?.length ?? 0;
  expect(asked('GET /api/search/people')).toBeLessThanOrEqual(80);
  expect(asked('GET /api/search/messages')).toBeLessThanOrEqual(100);
  await screen.findByText(/^No results/u);
});

it('finds people and projects that are on this device while the server is away', async () => {
  fakeServer({
    'GET /api/search/messages': () => refusal(503, 'BUSY', ''),
    'GET /api/search/people': () => refusal(503, 'BUSY', ''),
    'GET /api/search/projects': () => refusal(503, 'BUSY', ''),
    'GET /api/projects': () => refusal(503, 'BUSY', ''),
  });
  projectTable.merge([project(7, { title: 'Night bus radio' })], moment());
  const user = open();
  await user.type(await field(), 'night');
  await screen.findByRole('option', { name: 'Night bus radio' });
});

it('lists the searches whose results were opened, until they are removed', async () => {
  fakeServer({ ...quiet, 'GET /api/search/people': () => people(bina) });
  const user = open();
  const search = async (text: string) => {
    act(() => searchDialog.open('everything'));
    await user.type(await field(), text);
    await user.click(await screen.findByRole('option', { name: 'Bina Das' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  for (const text of ['bina', 'das', 'Bina']) await search(text);
  act(() => searchDialog.open('everything'));
  const recent = async () =>
    within(await screen.findByRole('region', { name: 'Recent searches' }))
      .getAllByRole('listitem')
      .map((line) => line.querySelector('[data-line]')?.textContent);
  expect(await recent()).toEqual(['Bina', 'das']);
  await user.click(await field());
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('das');
  await user.keyboard('{Enter}');
  expect((await field()).getAttribute('value')).toBe('das');
  await user.clear(await field());
  await user.click(screen.getByRole('button', { name: 'Remove “das”' }));
  expect(await recent()).toEqual(['Bina']);
  expect(localStorage.getItem(`searches:${member.id}`)).toBe('["Bina"]');
});

it('offers the five latest conversations before anything is typed', async () => {
  const list = [11, 12, 13, 14, 15, 16].map((id) =>
    conversation({
      id,
      conversation_id: 100 + id,
      name: `Member ${id}`,
      last_message_time: `2026-01-${id}T00:00:00.000Z`,
    }),
  );
  fakeServer({
    ...quiet,
    'GET /api/messages/conversations': () => ({
      body: { success: true, data: { conversations: list, has_more: false } },
    }),
  });
  await loadConversations();
  useTeams.setState({ list: [toListed(team({ name: 'Rover', active_at: '2026-02-01T00:00:00.000Z' }))] });
  const asking = { kind: 'join_request', own: false, project_title: 'Rover' } as const;
  useRequested.setState(ready([{ ...asking, id: 9, name: 'Bina', requested_at: '2026-01-15T12:00:00.000Z' }]));
  const user = open();
  const latest = within(await screen.findByRole('region', { name: 'Recent conversations' }));
  const names = latest.getAllByRole('button').map((line) => line.querySelector('bdi')?.textContent);
  expect(names).toEqual(['Rover', 'Member 16', 'Bina', 'Member 15', 'Member 14']);
  await user.click(await field());
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(address()).toBe('/messages/c/116');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(localStorage.getItem(`searches:${member.id}`)).toBeNull();
});

it('offers filters before anything is typed, which go into the field', async () => {
  fakeServer({ ...quiet, 'GET /api/search/messages': () => messages([found(4, 'The plan')]) });
  const user = open();
  await user.click(await field());
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect((await field()).getAttribute('value')).toBe('in:');
  expect(document.activeElement).toBe(await field());
  await user.clear(await field());
  await user.click(screen.getByRole('button', { name: /^from:name/u }));
  await user.keyboard('bina');
  await screen.findByRole('option', { name: /The plan/u });
});

it('asks for the value of a filter that has none, and doesn’t say that there are no results', async () => {
  fakeServer(quiet);
  const user = open();
  await user.type(await field(), 'after:');
  await screen.findByText('Keep typing, for example from:asha or after:2026-02');
});

const pause = (ms: number) => act(() => new Promise<void>((resolve) => setTimeout(resolve, ms)));
const place = { before: '2026-01-01T00:00:00.000Z', before_id: 4 };

it('tries a failed next page again when asked to, and keeps the results above it', async () => {
  let isBusy = true;
  const server = fakeServer({
    ...quiet,
    'GET /api/search/messages': ({ query }) => {
      if (!query.has('before')) return messages([found(7, 'new kite'), found(6, 'next kite')], place);
      return isBusy ? refusal(503, 'BUSY', 'Try again later.') : messages([found(2, 'old kite')]);
    },
  });
  const user = open();
  await user.type(await field(), 'kite');
  await screen.findByRole('option', { name: /next kite/u });
  await user.keyboard('{ArrowDown}{ArrowDown}');
  const retry = await screen.findByRole('button', { name: 'Retry' });
  isBusy = false;
  await user.click(retry);
  await screen.findByRole('option', { name: /old kite/u });
  expect(screen.getByRole('option', { name: /new kite/u })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(document.activeElement).toBe(await field());
  expect(server.of('GET /api/search/messages').filter(({ query }) => !query.has('before'))).toHaveLength(1);
});

it('tries a failed search again when asked to', async () => {
  let isBusy = true;
  fakeServer({
    ...quiet,
    'GET /api/search/messages': () =>
      isBusy ? refusal(503, 'BUSY', 'Try again later.') : messages([found(2, 'old kite')]),
  });
  const user = open();
  await user.type(await field(), 'kite');
  const retry = await screen.findByRole('button', { name: 'Retry' });
  isBusy = false;
  await user.click(retry);
  await screen.findByRole('option', { name: /old kite/u });
  expect(screen.queryByText('Try again later.')).toBeNull();
});

const edited = (seq: number) =>
  act(() => noteChangedMessage(message(seq, { sender_id: OTHER, content: 'about kites', change: 1 }), `u${OTHER}`));

it('keeps older pages, and continues below them, when a found message is edited', async () => {
  const server = fakeServer({
    ...quiet,
    'GET /api/search/messages': ({ query }) =>
      query.has('before')
        ? messages([found(2, 'old kite'), found(1, 'first kite')], { ...place, before_id: 1 })
        : messages([found(7, 'new kite'), found(6, 'next kite')], place),
  });
  const user = open();
  await user.type(await field(), 'kite');
  await screen.findByRole('option', { name: /next kite/u });
  await user.keyboard('{ArrowDown}{ArrowDown}');
  await screen.findByRole('option', { name: /old kite/u });
  edited(7);
  await screen.findByRole('option', { name: /new kite/u });
  expect(screen.getAllByRole('option', { name: /kite/u })).toHaveLength(5);
  expect(server.of('GET /api/search/messages').filter(({ query }) => query.get('before_id') === '4')).toHaveLength(1);
});

it('continues to older messages after a repeated search overtook a page in flight', async () => {
  const slow = held(messages([found(2, 'old kite')], null));
  let first = place;
  fakeServer({
    ...quiet,
    'GET /api/search/messages': ({ query }) => {
      if (query.get('before_id') === '4') return slow.reply();
      return query.has('before') ? messages([found(1, 'first kite')]) : messages([found(7, 'new kite')], first);
    },
  });
  const user = open();
  await user.type(await field(), 'kite');
  await screen.findByRole('option', { name: /new kite/u });
  await user.keyboard('{ArrowDown}');
  first = { ...place, before_id: 3 };
  edited(7);
  await pause(20);
  slow.release();
  await pause(20);
  await user.keyboard('{ArrowDown}{ArrowDown}');
  await screen.findByRole('option', { name: /first kite/u });
});

it('clears the error of a next page once there is no next page', async () => {
  let next: object | null = place;
  fakeServer({
    ...quiet,
    'GET /api/search/messages': ({ query }) =>
      query.has('before')
        ? refusal(503, 'BUSY', 'Try again later.')
        : messages([found(7, 'new kite'), found(6, 'next kite')], next),
  });
  const user = open();
  await user.type(await field(), 'kite');
  await screen.findByRole('option', { name: /next kite/u });
  await user.keyboard('{ArrowDown}{ArrowDown}');
  await screen.findByRole('button', { name: 'Retry' });
  next = null;
  edited(7);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull());
  expect(screen.getByRole('option', { name: /new kite/u })).toBeDefined();
});

it('keeps the results when a search again fails', async () => {
  let isBusy = false;
  fakeServer({
    ...quiet,
    'GET /api/search/messages': () =>
      isBusy ? refusal(503, 'BUSY', 'Try again later.') : messages([found(7, 'new kite'), found(6, 'next kite')]),
  });
  const user = open();
  await user.type(await field(), 'kite');
  await screen.findByRole('option', { name: /next kite/u });
  isBusy = true;
  edited(7);
  await pause(20);
  expect(screen.getByRole('option', { name: /next kite/u })).toBeDefined();
});

it.each([
  ['once more after a refusal that another call would repeat', refusal(400, 'INVALID', 'Use fewer words.'), 2],
  ['again while the server is busy', refusal(503, 'BUSY', 'Try again later.'), 4],
])('looks for older messages %s', async (_, reply, calls) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = fakeServer({
    ...quiet,
    'GET /api/search/messages': () =>
      server.of('GET /api/search/messages').length > 1 ? reply : messages([found(7, 'new kite')], null, true),
  });
  const user = open();
  await user.type(await field(), 'kite');
  await screen.findByRole('option', { name: /new kite/u });
  await act(() => vi.advanceTimersByTimeAsync(10_500));
  expect(server.of('GET /api/search/messages')).toHaveLength(calls);
  expect(screen.getByRole('option', { name: /new kite/u })).toBeDefined();
  expect(screen.queryByText('Use fewer words.') !== null).toBe(calls === 2);
});

it.each([
  ['the first page', false],
  ['the next page', true],
])('shows no text that was deleted while %s was on its way', async (_, isNext) => {
  const late = held(messages([found(3, 'kite secret'), found(2, 'old kite')]));
  const first = messages([found(7, 'new kite')], place);
  let calls = 0;
  fakeServer({
    ...quiet,
    'GET /api/search/messages': ({ query }) => {
      if (isNext && !query.has('before')) return first;
      calls += 1;
      return calls === 1 ? late.reply() : messages([found(2, 'old kite')]);
    },
  });
  const user = open();
  await user.type(await field(), 'kite');
  if (isNext) {
    await screen.findByRole('option', { name: /new kite/u });
    await user.keyboard('{ArrowDown}{ArrowDown}');
  }
  await waitFor(() => expect(calls).toBe(1));
  edited(3);
  late.release();
  await screen.findByRole('option', { name: /old kite/u });
  expect(screen.queryByRole('option', { name: /secret/u })).toBeNull();
});
