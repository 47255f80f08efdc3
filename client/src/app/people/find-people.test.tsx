import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useShownMembers } from '../../core/realtime/on-screen';
import { refreshShownLists } from '../../core/store/shown-lists';
import { moment } from '../../core/store/table';
import { presence } from '../../people/state/presence';
import { invitations } from '../../requests/state/invitations';
import { fakeServer, refusal } from '../../testing/fake-server';
import { held } from '../../testing/held';
import { show } from '../../testing/render';
import { invitation, ME, member } from '../../testing/samples';
import { FindPeoplePage } from './FindPeoplePage';
import { noFilter, readPeopleFilter } from './people-filter';

const person = (id: number, name: string, part: object = {}) => ({
  id,
  name,
  headline: '',
  college: 'IIT',
  skills: ['React'],
  looks_for: '',
  ...part,
});
const page = (members: object[], next: string | null = null) => ({
  body: { success: true, data: { members, next } },
});
const mine = () => ({
  body: {
    success: true,
    data: {
      projects: [
        {
          id: 7,
          title: 'Rover',
          required_skills: ['React', 'Go'],
          state: 'open',
          current_members: 1,
          max_members: 4,
          offered_seats: 0,
        },
        { id: 8, title: 'Hidden', required_skills: [], hidden: true },
      ],
      has_more: false,
      total: 2,
    },
  },
});
const quiet = {
  'GET /api/projects/mine': mine,
  'GET /api/users/suggestions': () => ({ body: { success: true, data: { colleges: [], skills: [] } } }),
} as const;
const open = (query = '') =>
  show(<FindPeoplePage />, { as: member, path: `/collaborators${query}`, route: '/collaborators' });
const queries = (calls: { query: URLSearchParams }[]) => calls.map(({ query }) => query.toString());

it('lists members with links to their pages, and loads more', async () => {
  const { of } = fakeServer({
    ...quiet,
    'GET /api/people': ({ query }) =>
      query.get('after') === 'a.x'
        ? page([person(3, 'Bina')])
        : page([person(2, 'Asha', { headline: 'Rovers' })], 'a.x'),
  });
  const user = open();
  expect((await screen.findByRole('link', { name: 'Asha' })).getAttribute('href')).toBe('/people/2');
  screen.getByText('Rovers');
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByRole('link', { name: 'Bina' });
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(queries(of('GET /api/people'))).toEqual(['', 'after=a.x']);
});

it('names the list that failed to load, whatever the server says', async () => {
  fakeServer({
    ...quiet,
    'GET /api/people': () => refusal(500, 'INTERNAL', 'Something went wrong. Please try again.'),
  });
  open();
  await screen.findByText('Failed to load members');
});

it('fetches the next page from the same pool of members, or without one from an older server', async () => {
  let isOld = false;
  const { of } = fakeServer({
    ...quiet,
    'GET /api/people': ({ query }) => {
      if (!query.has('after'))
        return { body: { success: true, data: { members: [person(2, 'Asha')], next: 'f.1', pool: 'h.9' } } };
      if (isOld && query.has('pool')) return refusal(400, 'INVALID');
      // Asha's place has changed, so she is also on this page.
      return page(
        [person(2, 'Asha'), person(query.has('pool') ? 3 : 4, query.has('pool') ? 'Bina' : 'Chitra')],
        isOld ? null : 'f.2',
      );
    },
  });
  const user = open('?sort=fit');
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  await screen.findByRole('link', { name: 'Bina' });
  expect(queries(of('GET /api/people')).at(-1)).toBe('sort=fit&after=f.1&pool=h.9');
  expect(screen.getAllByRole('link', { name: 'Asha' })).toHaveLength(1);
  isOld = true;
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByRole('link', { name: 'Chitra' });
  expect(queries(of('GET /api/people')).at(-1)).toBe('sort=fit&after=f.2');
});

it.each([
  ['their presence is hidden', () => presence.upsert({ id: 3, is_online: false, last_active: null })],
  ['the next refresh', () => void refreshShownLists()],
])('removes a member who has blocked the reader, which no event reports, with %s', async (_, happen) => {
  let second = [person(3, 'Bina')];
  fakeServer({
    ...quiet,
    'GET /api/people': ({ query }) => (query.has('after') ? page(second) : page([person(2, 'Asha')], 'a.x')),
  });
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  await screen.findByRole('link', { name: 'Bina' });
  expect(Object.keys(useShownMembers.getState())).toEqual(['2', '3']);
  second = [person(4, 'Chitra')];
  act(happen);
  await screen.findByRole('link', { name: 'Chitra' });
  expect(screen.queryByRole('link', { name: 'Bina' })).toBeNull();
  screen.getByRole('link', { name: 'Asha' });
  fakeServer({ ...quiet, 'GET /api/people': () => 'network' });
  expect(await act(refreshShownLists)).toBe(false);
  screen.getByRole('link', { name: 'Asha' });
});

it('reads its filters from the address, and writes typed ones there', async () => {
  const { of } = fakeServer({ ...quiet, 'GET /api/people': () => page([]) });
  const user = open('?skills=Go&match=all');
  await screen.findByText('No members found');
  expect(screen.getByLabelText<HTMLInputElement>('Skills').value).toBe('Go');
  await user.type(screen.getByLabelText('Skills'), ', SQL');
  await waitFor(() => expect(queries(of('GET /api/people')).at(-1)).toBe('skills=Go%2C+SQL&match=all'));
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(queries(of('GET /api/people')).at(-1)).toBe(''));
  expect(screen.getByLabelText<HTMLInputElement>('Skills').value).toBe('');
});

it('completes a half-typed filter on Enter, and applies it at once', async () => {
  const suggestions = { colleges: ['IIT Bombay'], skills: ['React'] };
  const { of } = fakeServer({
    ...quiet,
    'GET /api/users/suggestions': () => ({ body: { success: true, data: suggestions } }),
    'GET /api/people': () => page([]),
  });
  const user = open();
  await screen.findByText('No members found');
  await user.click(screen.getByRole('button', { name: 'More filters' }));
  await user.type(screen.getByLabelText('College'), 'iit');
  await screen.findByRole('button', { name: 'IIT Bombay' });
  await user.keyboard('{Enter}');
  expect(screen.getByLabelText<HTMLInputElement>('College').value).toBe('IIT Bombay');
  await user.type(screen.getByLabelText('Skills'), 'rea{Enter}');
  await waitFor(() => expect(queries(of('GET /api/people')).at(-1)).toBe('skills=React&college=IIT+Bombay'));
});

it('sorts by fit to a project, and says why each fits', async () => {
  fakeServer({
    ...quiet,
    'GET /api/people': ({ query }) =>
      page([
        person(
          2,
          'Asha',
          query.get('project_id') === '7'
            ? { has: ['React'], missing: ['Go'], about_hours: 6, same_college: true }
            : { has: ['React'] },
        ),
      ]),
  });
  const user = open();
  // Without a project the skills are the reader's own.
  await screen.findByText('You both have React');
  await user.selectOptions(
    screen.getByLabelText('Sort by'),
    await screen.findByRole('option', { name: 'Best fit for Rover' }),
  );
  expect(screen.queryByRole('option', { name: 'Best fit for Hidden' })).toBeNull();
  await screen.findByText('Has React; missing Go');
  const why = within(screen.getByRole('list', { name: 'Why it fits' })).getAllByRole('listitem');
  expect(why.map(({ textContent }) => textContent)).toEqual([
    ...['Has React; missing Go', 'About 6 shared hours a week', 'Same college'],
  ]);
  within(screen.getByRole('list', { name: 'Skills' })).getByText('React');
});

it('filters by role, shared hours and a day, sorts by fit to the reader, and keeps all of it in the address', async () => {
  const { of } = fakeServer({
    ...quiet,
    'GET /api/people': () => page([person(2, 'Asha', { takes_roles: ['Backend'], free_from: '2031-12-01' })]),
  });
  const user = open('?hours=3&free_from=2030-01-02&sort=fit');
  await screen.findByText('Roles: Backend · Available from 1 December 2031');
  expect(queries(of('GET /api/people'))).toEqual(['free_from=2030-01-02&hours=3&sort=fit']);
  expect(screen.getByLabelText<HTMLSelectElement>('Sort by').value).toBe('fit');
  screen.getByRole('option', { name: 'At least 3 hours a week' });
  await user.selectOptions(screen.getByLabelText('Shared free hours'), 'At least 6 hours a week');
  await user.type(screen.getByLabelText('Role'), 'Backend');
  await waitFor(() =>
    expect(queries(of('GET /api/people')).at(-1)).toBe('role=Backend&free_from=2030-01-02&hours=6&sort=fit'),
  );
  // Invalid values in the address are ignored.
  expect(readPeopleFilter(new URLSearchParams('hours=0&free_from=x&sort=y&project=-1'))).toEqual(noFilter);
});

it('says what to do where nobody is found', async () => {
  fakeServer({ ...quiet, 'GET /api/people': () => page([]) });
  open('?hours=6');
  const link = await screen.findByRole('link', { name: 'free hours' });
  expect(link.getAttribute('href')).toBe('/settings/hours');
});

it('leads visitors to the projects', async () => {
  fakeServer({});
  show(<FindPeoplePage />, { path: '/collaborators', route: '/collaborators' });
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/projects'));
});

it('shows only skills and order, and the other filters on request or while in use', async () => {
  fakeServer({ ...quiet, 'GET /api/people': () => page([person(2, 'Asha')]) });
  const user = open();
  await screen.findByRole('link', { name: 'Asha' });
  screen.getByLabelText('Skills', { selector: 'input' });
  screen.getByLabelText('Sort by');
  expect(screen.queryByLabelText('College')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'More filters' }));
  screen.getByLabelText('College');
  await user.click(screen.getByRole('button', { name: 'Fewer filters' }));
  expect(screen.queryByLabelText('College')).toBeNull();
});

it('shows a filter that the address names, even once it is emptied', async () => {
  fakeServer({ ...quiet, 'GET /api/people': () => page([person(2, 'Asha')]) });
  const user = open('?college=IIT');
  const field = await screen.findByLabelText('College');
  expect(screen.queryByRole('button', { name: 'Fewer filters' })).toBeNull();
  await user.clear(field);
  const fewer = await screen.findByRole('button', { name: 'Fewer filters' });
  screen.getByLabelText('College');
  await user.click(fewer);
  expect(screen.queryByLabelText('College')).toBeNull();
});

it.each([
  ['?sort=fit', 'Nobody has anything in common with you yet. Sort by recent activity to see everyone.'],
  ['', 'Members appear here once they choose to be listed.'],
  ['?project=7', 'Nobody fits this project yet. Sort by recent activity to see everyone.'],
  ['?skills=Go', 'Try fewer filters.'],
])('an empty list says what to do: %s', async (query, words) => {
  fakeServer({ ...quiet, 'GET /api/people': () => page([]) });
  open(query);
  await screen.findByText(words);
});

it('says which members are invited to the project that sorts the list', async () => {
  fakeServer({ ...quiet, 'GET /api/people': () => page([person(2, 'Asha'), person(3, 'Bina')]) });
  invitations.merge([invitation({ project_id: 7, user_id: 3, creator_id: ME })], moment());
  open('?project=7');
  await screen.findByRole('button', { name: 'Invite Asha' });
  screen.getByText('Invited');
  expect(screen.queryByRole('button', { name: 'Invite Bina' })).toBeNull();
});

it('offers a message in place of an invitation to a reader without an open project', async () => {
  const none = () => ({ body: { success: true, data: { projects: [], has_more: false, total: 0 } } });
  fakeServer({ ...quiet, 'GET /api/projects/mine': none, 'GET /api/people': () => page([person(2, 'Asha')]) });
  open();
  const link = await screen.findByRole('link', { name: 'Message Asha' });
  expect(link.getAttribute('href')).toBe('/messages/2');
  expect(screen.queryByRole('button', { name: 'Invite Asha' })).toBeNull();
});

it('counts no members when the list cannot be loaded', async () => {
  fakeServer({ ...quiet, 'GET /api/people': () => refusal(500, 'INTERNAL', 'Out of order') });
  open();
  await screen.findByRole('button', { name: 'Retry' });
  expect(screen.queryByText('0 members')).toBeNull();
});

it('keeps a later answer when that to an earlier refresh comes last', async () => {
  fakeServer({ ...quiet, 'GET /api/people': () => page([person(2, 'Asha')]) });
  open();
  await screen.findByRole('link', { name: 'Asha' });
  const late = held(page([person(2, 'Asha'), person(3, 'Bina')]));
  fakeServer({ ...quiet, 'GET /api/people': late.reply });
  act(() => void refreshShownLists());
  // Bina has blocked the reader since.
  fakeServer({ ...quiet, 'GET /api/people': () => page([person(2, 'Asha'), person(4, 'Chetan')]) });
  act(() => void refreshShownLists());
  await screen.findByRole('link', { name: 'Chetan' });
  await act(async () => {
    late.release();
    await new Promise((resolve) => setTimeout(resolve, 10));
  });
  expect(screen.queryByRole('link', { name: 'Bina' })).toBeNull();
  screen.getByRole('link', { name: 'Chetan' });
});

it('keeps a page that the reader adds while those above it are fetched again', async () => {
  const late = held(page([person(2, 'Asha P')], 'a.x'));
  let isRefresh = false;
  fakeServer({
    ...quiet,
    'GET /api/people': ({ query }) => {
      if (query.has('after')) return page([person(3, 'Bina')], 'b.x');
      return isRefresh ? late.reply() : page([person(2, 'Asha')], 'a.x');
    },
  });
  const user = open();
  await screen.findByRole('link', { name: 'Asha' });
  isRefresh = true;
  act(() => void refreshShownLists());
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByRole('link', { name: 'Bina' });
  late.release();
  await screen.findByRole('link', { name: 'Asha P' });
  screen.getByRole('link', { name: 'Bina' });
});
