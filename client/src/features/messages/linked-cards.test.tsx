import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { linkedProjects } from '../../lib/linked-projects';
import { dropProject } from '../../stores/drop-project';
import { applyBlock } from '../../stores/entities/blocks';
import { projects } from '../../stores/entities/projects';
import { useJoinDialog } from '../../stores/join-dialog';
import { refreshShownLists } from '../../stores/shown-lists';
import { type FakeCall, fakeServer } from '../../testing/fake-server';
import { show } from '../../testing/render';
import { member, message, OTHER, project } from '../../testing/samples';
import { MessageRow } from './MessageRow';
import { estimateHeight } from './row-height';

const joint = { newDay: false, firstUnread: false, grouped: false, isTarget: false };
const rows = (...texts: string[]) => (
  <>
    {texts.map((content, index) => (
      <MessageRow
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
const card = (title: string) => screen.findByRole('article', { name: `Project ${title}` });
const noCard = (title: string) => screen.queryByRole('article', { name: `Project ${title}` });

it('are of the first three projects in a text, by their path or with our own origin, and of no other site', () => {
  const { origin } = window.location;
  expect(linkedProjects(`${origin}/projects/12 and /projects/13?x=1, (/projects/12)`)).toEqual([12, 13]);
  expect(linkedProjects('/projects/1 /projects/2 /projects/3 /projects/4')).toEqual([1, 2, 3]);
  for (const text of [
    'https://example.org/projects/12',
    `${origin}.example.org/projects/12`,
    `${origin}@example.org/projects/12`,
    'https://example.org/?next=/projects/12',
    '/projects/new /projects/12a /projects/0',
  ])
    expect([text, linkedProjects(text)]).toEqual([text, []]);
});

it('show title, creator, seats and state, asked for by one call, and Join opens its dialog', async () => {
  const { of } = fakeServer({ 'GET /api/projects': listed });
  const user = show(rows('Look: /projects/12 and /projects/13', 'or /projects/14', 'again /projects/12'), {
    as: member,
  });
  const [stepwell] = await screen.findAllByRole('article', { name: 'Project Stepwell' });
  const first = within(stepwell ?? document.body);
  first.getByText(/2 seats left/u);
  first.getByText('Bina');
  expect(first.getByRole('link', { name: 'Stepwell' }).getAttribute('href')).toBe('/projects/12');
  within(await card('Radio')).getByText('Finished');
  within(await card('Kiosk')).getByText(/No seat left/u);
  await user.click(first.getByRole('button', { name: 'Join Stepwell' }));
  expect(useJoinDialog.getState().projectId).toBe(12);
  expect(of('GET /api/projects').map(({ query }) => query.get('ids'))).toEqual(['12,13,14']);
});

it('follow events, and ask again after some may have been missed', async () => {
  const { of } = fakeServer({ 'GET /api/projects': listed });
  show(rows('/projects/12'), { as: member });
  await card('Stepwell');
  act(() => projects.patch(12, { current_members: 2, title: 'Stepwells' }));
  within(await card('Stepwells')).getByText(/1 seat left/u);
  await act(() => refreshShownLists());
  expect(of('GET /api/projects')).toHaveLength(2);
  act(() => dropProject(12));
  await waitFor(() => expect(noCard('Stepwells')).toBeNull());
});

it('show nothing of what the reader may not see, or whom they have blocked', async () => {
  fakeServer({ 'GET /api/projects': listed });
  projects.merge([project(77, { title: 'Secret' })], 0);
  show(rows('/projects/77 and /projects/12'), { as: member });
  await card('Stepwell');
  await waitFor(() => expect(noCard('Secret')).toBeNull());
  screen.getByRole('link', { name: '/projects/77' });
  act(() => applyBlock({ user_id: OTHER, is_blocked: true }));
  await waitFor(() => expect(noCard('Stepwell')).toBeNull());
});

it('ask nothing again for one that was shown before, and are there when the connection is back', async () => {
  let isAway = true;
  const { of } = fakeServer({ 'GET /api/projects': (call) => (isAway ? 'network' : listed(call)) });
  show(rows('/projects/12'), { as: member });
  await waitFor(() => expect(of('GET /api/projects').length).toBeGreaterThan(0));
  isAway = false;
  await act(() => refreshShownLists());
  await card('Stepwell');
});

it('have their place before they are there', () => {
  expect(estimateHeight('/projects/12') - estimateHeight('nothing here')).toBeGreaterThan(70);
});
