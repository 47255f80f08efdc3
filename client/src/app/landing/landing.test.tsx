import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useSession } from '../../core/session/session';
import { joinDialog, myRequests } from '../../requests/state/requests';
import { fakeServer } from '../../testing/fake-server';
import { show } from '../../testing/render';
import { joinRequest, ME, member, OTHER, project } from '../../testing/samples';
import { NewestProjects } from './NewestProjects';

const stats = { totalUsers: 9, activeUsers: 4, totalProjects: 2_000, listedProjects: 1_204, uptime: 99.9 };
const serve = (projects: unknown[]) =>
  fakeServer({
    'GET /api/projects': () => ({ body: { success: true, data: { projects, has_more: true } } }),
    'GET /api/project-requests/mine': () => ({
      body: { success: true, data: { requests: [joinRequest({ project_id: 8, user_id: ME })], total: 1 } },
    }),
    'GET /api/dashboard/public-stats': () => ({ body: { success: true, data: stats } }),
  });
const href = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href');
const theirs = project(7, { creator_id: OTHER, title: 'Stepwell puzzles' });

it('shows real projects with a link to join, and their number', async () => {
  const { of } = serve([theirs, project(8, { creator_id: OTHER, title: 'Full', current_members: 5 })]);
  show(<NewestProjects />);
  await screen.findByRole('link', { name: 'All 1,204 projects' });
  expect(href('All 1,204 projects')).toBe('/projects');
  expect(href('Join Stepwell puzzles')).toBe('/signup?next=%2Fprojects%2F7%3Fintent%3Djoin');
  expect(href('Full')).toBe('/projects/8');
  expect(href('Join Full')).toBeUndefined();
  const [asked] = of('GET /api/projects');
  expect([asked?.query.get('active'), asked?.query.get('limit')]).toEqual(['yes', '3']);
});

it('shows a member their state once it is known, or opens the form', async () => {
  serve([theirs, project(8, { creator_id: OTHER, title: 'Asked' }), project(9, { title: 'Own' })]);
  const user = show(<NewestProjects />, { as: member });
  await screen.findByRole('link', { name: 'Asked' });
  expect(screen.queryByRole('button')).toBeNull();
  await act(() => myRequests.load());
  await user.click(await screen.findByRole('button', { name: 'Join Stepwell puzzles' }));
  expect(joinDialog.get()).toBe(7);
  await screen.findByText('Pending');
  expect(screen.getAllByRole('button')).toHaveLength(1);
});

it('offers no sign-up to a member whose session is being restored', async () => {
  serve([theirs]);
  show(<NewestProjects />);
  act(() => useSession.setState({ status: 'loading' }));
  await screen.findByRole('link', { name: 'Stepwell puzzles' });
  expect(href('Join Stepwell puzzles')).toBeUndefined();
  act(() => useSession.setState({ status: 'signed-out' }));
  expect(href('Join Stepwell puzzles')).toContain('/signup');
});

it('offers no closed or finished project to join', async () => {
  serve([{ ...theirs, state: 'closed' }, { ...project(8, { creator_id: OTHER, state: 'finished', title: 'Done' }) }]);
  show(<NewestProjects />);
  await screen.findByRole('link', { name: 'Done' });
  expect(screen.queryByRole('link', { name: /^Join/u })).toBeNull();
});

it('offers a visitor the waitlist of a full team', async () => {
  serve([{ ...theirs, current_members: theirs.max_members - 1, offered_seats: 1 }]);
  show(<NewestProjects />);
  const link = await screen.findByRole('link', { name: 'Join the waitlist for Stepwell puzzles' });
  expect(link.textContent).toBe('Join the waitlist');
});

it('leaves the section out without projects', async () => {
  const { of } = serve([]);
  show(<NewestProjects />);
  await waitFor(() => expect(of('GET /api/projects')).toHaveLength(1));
  expect(screen.queryByRole('heading')).toBeNull();
});
