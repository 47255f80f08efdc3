import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { loadNotifications } from '../../notices/state/notifications';
import { myRequests } from '../../requests/state/requests';
import { fakeServer } from '../../testing/fake-server';
import { held, show } from '../../testing/render';
import { inboxItem, member } from '../../testing/samples';
import { DashboardPage } from './DashboardPage';

const ok = (data: object) => ({ body: { success: true, data } });
const nothing = { has_more: false, total: 0 };
const stats = { totalProjects: 0, activeCollaborations: 0, totalMessages: 0, recentActivity: 0 };
const left = inboxItem(8, { kind: 'seat:left', title: 'Project 8' });
const inbox = ok({ items: [left], has_more: false, total: 1, unread: 1, version: 1 });

/** A new member's dashboard, with and without notifications loaded. */
function begin(reply: () => Promise<typeof inbox>) {
  fakeServer({
    'GET /api/dashboard/stats': () => ok(stats),
    'GET /api/dashboard/recent-activity': () => ({ body: { success: true, data: [], has_more: false } }),
    'GET /api/projects': () => ok({ projects: [], my_join_requests: [], ...nothing }),
    'GET /api/project-requests/incoming': () => ok({ requests: [], ...nothing }),
    'GET /api/project-requests/mine': () => ok({ requests: [], ...nothing }),
    'GET /api/inbox': reply,
  });
  show(<DashboardPage />, { as: member });
  // The first refresh fetches these.
  return Promise.all([loadNotifications(), myRequests.load()]);
}

it('shows its sections once all have loaded, so that none moves', async () => {
  const { reply, release } = held(inbox);
  const loaded = begin(reply);
  screen.getByText('Loading your dashboard');
  expect(screen.queryByRole('region')).toBeNull();
  release();
  await loaded;
  await screen.findByText('No pending requests');
  for (const name of ['Start here', 'While you were away', 'Join requests', 'Recent activity'])
    screen.getByRole('region', { name });
  expect(screen.queryByText('Loading your dashboard')).toBeNull();
});

it('shows the loaded sections when one takes long', async () => {
  void begin(held(inbox).reply);
  screen.getByText('Loading your dashboard');
  await waitFor(() => screen.getByText('No pending requests'));
  expect(screen.queryByRole('region', { name: 'While you were away' })).toBeNull();
});
