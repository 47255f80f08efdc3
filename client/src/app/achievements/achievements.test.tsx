import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ready } from '../../core/store/loadable';
import { fakeServer } from '../../testing/fake-server';
import { show } from '../../testing/render';
import { member } from '../../testing/samples';
import { loadStats, useDashboard } from '../dashboard/dashboard-store';
import { StatCards } from '../dashboard/StatCards';

const counts = {
  totalProjects: 0,
  projectsMonthAgo: 0,
  activeCollaborations: 0,
  newCollaborations: 0,
  totalMessages: 0,
  recentActivity: 0,
};

it('the fourth card counts achievements, and lists them when it is pressed', async () => {
  fakeServer({});
  useDashboard.setState({ stats: ready({ ...counts, achievements: ['team_joined'] }) });
  const user = show(<StatCards />, { as: { ...member, github_link: null } });
  expect(screen.getByText('Achievements').nextElementSibling?.textContent).toContain('1');
  await user.click(screen.getByRole('button', { name: 'See all achievements' }));
  await screen.findByRole('dialog', { name: 'Your achievements' });
  screen.getByText('Joined a team');
  screen.getByText('Fill in the missing profile fields');
  // An unearned “Early Adopter” is left out: it is too late to earn it.
  expect(screen.queryByText('Early Adopter')).toBeNull();
  expect(screen.queryByText(/98|Top 5/u)).toBeNull();
});

it('shows no achievements from a server of the previous version, which names none', () => {
  fakeServer({});
  useDashboard.setState({ stats: ready(counts) });
  show(<StatCards />, { as: { ...member, github_link: null } });
  expect(screen.getByText('Achievements').nextElementSibling?.textContent).toContain('0');
});

it('invents no number when the statistics cannot be loaded, and loads them with Retry', async () => {
  let fails = true;
  fakeServer({
    'GET /api/dashboard/stats': () =>
      fails ? 'network' : { body: { success: true, data: { ...counts, totalProjects: 3 } } },
  });
  const user = show(<StatCards />, { as: member });
  await loadStats();
  await screen.findByText('Failed to load');
  const shown = () => screen.getAllByRole('definition').map(({ textContent }) => textContent?.trim());
  expect(shown()).toEqual(['–', '–', '–', '–']);
  expect(screen.queryByRole('button', { name: 'See all achievements' })).toBeNull();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('button', { name: 'See all achievements' });
  expect(shown()[0]).toMatch(/^3/u);
});
