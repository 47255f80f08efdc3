import type { Project } from '@sangam/shared/projects/projects';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { applyBlock } from '../../../contact/sync/apply-block';
import { refreshShownLists } from '../../../core/store/shown-lists';
import { linkedPages } from '../../../lib/text/linked-pages';
import { applyUpdate, dropProject } from '../../../projects/state/project-changes';
import { projects } from '../../../projects/state/project-table';
import { joinDialog } from '../../../requests/state/requests';
import { type FakeCall, fakeServer } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { KEY, ME, member, message, OTHER, project } from '../../../testing/samples';
import { MessageRow } from '../message/MessageRow';
import { estimateHeight } from '../thread-items/row-height';

const joint = { newDay: false, firstUnread: false, grouped: false, isTarget: false };
const rows = (...texts: string[]) => (
  <>
    {texts.map((content, index) => (
      <MessageRow
        conversation={KEY}
        me={ME}
        key={content}
        item={{ kind: 'stored', message: message(index + 1, { content }) }}
        own={false}
        seen={false}
        name="Bina"
        {...joint}
      />
    ))}
  </>
);
const known = [
  project(12, { title: 'Stepwell', creator_id: OTHER, creator_name: 'Bina', max_members: 3 }),
  project(13, { title: 'Radio', creator_id: 9, creator_name: 'Chitra', state: 'finished' }),
  project(14, { title: 'Kiosk', creator_id: 9, max_members: 2, current_members: 1, offered_seats: 1 }),
];
const listed = ({ query }: FakeCall) => {
  const ids = (query.get('ids') ?? '').split(',').map(Number);
  const found = known.filter(({ id }) => ids.includes(id));
  return { body: { success: true, data: { projects: found, my_join_requests: [], has_more: false } } };
};
const described = ({ query }: FakeCall) => {
  const ids = (query.get('ids') ?? '').split(',').map(Number);
  const dev = { id: 21, name: 'Dev', college: 'IIT Goa', skills: ['Go', 'Art', 'Maps', 'Sound'] };
  const members = [dev, { id: ME, name: 'Me', college: '', skills: [] }].filter(({ id }) => ids.includes(id));
  return { body: { success: true, data: { members } } };
};
const person = (name: string) => screen.findByRole('article', { name: `Member ${name}` });
const noPerson = (name: string) => screen.queryByRole('article', { name: `Member ${name}` });
const card = (title: string) => screen.findByRole('article', { name: `Project ${title}` });
const noCard = (title: string) => screen.queryByRole('article', { name: `Project ${title}` });

it('cards show the first three addresses in a text, as a path or with Sangam’s origin, and none of another site', () => {
  const { origin } = window.location;
  expect(linkedPages(`${origin}/projects/12 and /messages/13?x=1, (/projects/12)`)).toEqual([
    'projects/12',
    'messages/13',
  ]);
  expect(linkedPages('/projects/1 /messages/1 /projects/3 /projects/4')).toEqual([
    'projects/1',
    'messages/1',
    'projects/3',
  ]);
  for (const text of [
    'https://example.org/projects/12',
    `${origin}.example.org/messages/12`,
    `${origin}@example.org/projects/12`,
    'https://example.org/?next=/projects/12',
    '/projects/new /projects/12a /projects/0 /messages /api/messages/7',
    // One message, visible to two members only.
    `${origin}/messages/12?m=3&with=4`,
  ])
    expect([text, linkedPages(text)]).toEqual([text, []]);
});

it('cards of projects show title, creator, seats and state with one call, and Join opens its dialog', async () => {
  const { of } = fakeServer({ 'GET /api/projects': listed });
  const user = show(rows('Look: /projects/12 and /projects/13', 'or /projects/14', 'again /projects/12'), {
    as: member,
  });
  const [stepwell] = await screen.findAllByRole('article', { name: 'Project Stepwell' });
  const first = within(stepwell ?? document.body);
  first.getByText(/2 free seats/u);
  first.getByText('Bina');
  expect(first.getByRole('link', { name: 'Stepwell' }).getAttribute('href')).toBe('/projects/12');
  within(await card('Radio')).getByText('Finished');
  within(await card('Kiosk')).getByText(/No free seat/u);
  await user.click(first.getByRole('button', { name: 'Join Stepwell' }));
  expect(joinDialog.get()).toBe(12);
  expect(of('GET /api/projects').map(({ query }) => query.get('ids'))).toEqual(['12,13,14']);
});

it('cards follow events, and are refetched when some may have been missed', async () => {
  const { of } = fakeServer({ 'GET /api/projects': listed });
  show(rows('/projects/12'), { as: member });
  await card('Stepwell');
  act(() => projects.patch(12, { current_members: 2, title: 'Stepwells' }));
  within(await card('Stepwells')).getByText(/1 free seat/u);
  await act(() => refreshShownLists());
  expect(of('GET /api/projects')).toHaveLength(2);
  act(() => dropProject({ id: 12, title: 'Project 12', creator_id: OTHER }));
  await waitFor(() => expect(noCard('Stepwells')).toBeNull());
});

it('no card shows a project that is hidden from the reader or whose creator is blocked', async () => {
  fakeServer({ 'GET /api/projects': listed });
  projects.merge([project(77, { title: 'Secret' })], 0);
  show(rows('/projects/77 and /projects/12'), { as: member });
  await card('Stepwell');
  await waitFor(() => expect(noCard('Secret')).toBeNull());
  screen.getByRole('link', { name: '/projects/77' });
  act(() => applyBlock({ user_id: OTHER, is_blocked: true }));
  await waitFor(() => expect(noCard('Stepwell')).toBeNull());
});

it('a card shows a formerly hidden project once a moderator shows it again', async () => {
  let isHidden = true;
  const { of } = fakeServer({
    'GET /api/projects': (call) =>
      isHidden ? { body: { success: true, data: { projects: [], has_more: false } } } : listed(call),
  });
  show(rows('/projects/12 and /projects/13'), { as: member });
  await waitFor(() => expect(of('GET /api/projects')).toHaveLength(1));
  expect(noCard('Stepwell')).toBeNull();
  isHidden = false;
  act(() => applyUpdate(known[0] as Project));
  await card('Stepwell');
  expect(of('GET /api/projects').map(({ query }) => query.get('ids'))).toEqual(['12,13', '12']);
});

it('cards fetch nothing twice, and appear when the connection is back', async () => {
  let isAway = true;
  const { of } = fakeServer({ 'GET /api/projects': (call) => (isAway ? 'network' : listed(call)) });
  show(rows('/projects/12'), { as: member });
  await waitFor(() => expect(of('GET /api/projects').length).toBeGreaterThan(0));
  isAway = false;
  await act(() => refreshShownLists());
  await card('Stepwell');
});

it('cards reserve their space before they load', () => {
  expect(estimateHeight('/projects/12') - estimateHeight('nothing here')).toBeGreaterThan(70);
});

describe('cards of a member', () => {
  it('show name, college and skills with one call, and Message opens the conversation', async () => {
    const { of } = fakeServer({ 'GET /api/users': described });
    const user = show(rows('Ask /messages/21', `or me: /messages/${ME}`), { as: member });
    const dev = within(await person('Dev'));
    dev.getByText('IIT Goa');
    dev.getByText('Go, Art, Maps');
    dev.getByText('+1 more');
    expect(within(await person('Me')).queryByRole('link', { name: /^Message/u })).toBeNull();
    expect(of('GET /api/users').map(({ query }) => query.get('ids'))).toEqual([`21,${ME}`]);
    await user.click(dev.getByRole('link', { name: 'Message Dev' }));
    expect(screen.getByTestId('address').textContent).toBe('/messages/21');
    // The other member's card does exist.
    await waitFor(() => expect(dev.queryByRole('link', { name: /^Message/u })).toBeNull());
  });

  it('show only the link for a hidden or blocked member, and ask again on a refresh', async () => {
    let isSeen = true;
    const { of } = fakeServer({
      'GET /api/users': (call) => (isSeen ? described(call) : { body: { success: true, data: { members: [] } } }),
    });
    show(rows('/messages/21 and /messages/99'), { as: member });
    await person('Dev');
    expect(screen.getAllByRole('article')).toHaveLength(1);
    screen.getByRole('link', { name: '/messages/99' });
    act(() => applyBlock({ user_id: 21, is_blocked: true }));
    await waitFor(() => expect(noPerson('Dev')).toBeNull());
    act(() => applyBlock({ user_id: 21, is_blocked: false }));
    await person('Dev');
    isSeen = false;
    await act(() => refreshShownLists());
    await waitFor(() => expect(noPerson('Dev')).toBeNull());
    expect(of('GET /api/users')).toHaveLength(2);
  });

  it('are fetched ten at a time', async () => {
    const { of } = fakeServer({ 'GET /api/users': described });
    show(rows(...Array.from({ length: 12 }, (_, index) => `/messages/${index + 21}`)), { as: member });
    await person('Dev');
    await waitFor(() => expect(of('GET /api/users')).toHaveLength(2));
    expect(of('GET /api/users').map(({ query }) => query.get('ids')?.split(',').length)).toEqual([10, 2]);
  });
});

it('a card shows the project that a question is about, and its title once it is gone', async () => {
  fakeServer({ 'GET /api/projects': listed });
  const ask = (projectId: number, title: string) => (
    <MessageRow
      conversation={KEY}
      me={ME}
      item={{
        kind: 'stored',
        message: message(1, { content: 'Is it offline?', project_id: projectId, project_title: title }),
      }}
      own={false}
      seen={false}
      name="Bina"
      {...joint}
    />
  );
  show(ask(12, 'Stepwell'), { as: member });
  await card('Stepwell');
  expect(estimateHeight('Hi', undefined, 12) - estimateHeight('Hi')).toBeGreaterThan(0);
  act(() => dropProject({ id: 12, title: 'Project 12', creator_id: OTHER }));
  within(await card('Stepwell')).getByText('No longer available');
  show(ask(99, 'Long gone'), { as: member });
  within(await card('Long gone')).getByText('No longer available');
});
