import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { NotificationList } from '../notices/screens/bell/NotificationList';
import { loadNotifications } from '../notices/state/notifications';
import { ProjectList } from '../projects/screens/list/ProjectList';
import { loadProjects } from '../projects/state/project-list';
import { fakeServer, refusal } from '../testing/fake-server';
import { settled, show } from '../testing/render';
import { member } from '../testing/samples';
import { RowsFailedCard } from '../ui/page/RowsFailed';

const WAIT_S = 3;
const refused = () => refusal(429, 'RATE_LIMITED', 'Too many requests.', { 'Retry-After': String(WAIT_S) });
const reason = /^Too many requests\. This loads again in \d seconds?\.$/u;

/** Serves a list, at first refused because there were too many requests. */
function serve() {
  let isLimited = true;
  const server = fakeServer({
    'GET /api/projects': () =>
      isLimited ? refused() : { body: { success: true, data: { projects: [], total: 0, has_more: false } } },
    'GET /api/inbox': () =>
      isLimited ? refused() : { body: { success: true, data: { items: [], has_more: false, unread: 0, version: 1 } } },
  });
  return { server, end: () => (isLimited = false) };
}

it.each([
  ['projects', <ProjectList key="list" Action={() => null} />, () => loadProjects(), 'GET /api/projects'],
  ['notifications', <NotificationList key="list" onLeave={() => undefined} />, loadNotifications, 'GET /api/inbox'],
] as const)(
  'says why %s don’t load, doesn’t let Retry make it worse, and loads them by itself',
  async (what, list, load, call) => {
    const { server, end } = serve();
    await load();
    const user = show(list, { as: member });
    await screen.findByText(`Failed to load ${what}`);
    // Once for the eye, and once for a screen reader, which doesn't read out each second.
    const [shown, spoken] = screen.getAllByText(reason);
    expect([shown?.getAttribute('aria-hidden'), spoken?.className]).toEqual(['true', 'sr-only']);
    const before = server.of(call).length;
    const retry = screen.getByRole('button', { name: 'Retry' });
    expect(retry.getAttribute('aria-disabled')).toBe('true');
    await user.click(retry);
    await settled();
    expect(server.of(call).length).toBe(before);
    end();
    await vi.waitFor(() => expect(screen.queryByText(`Failed to load ${what}`)).toBeNull(), 8_000);
    expect(server.of(call).length).toBe(before + 1);
  },
);

it('counts down, and offers Retry again for any other failure', async () => {
  const { server } = serve();
  const { request } = await import('../core/api/client');
  await request('GET /api/projects');
  const load = vi.fn();
  const user = show(<RowsFailedCard what="teams" onRetry={load} />, { as: member });
  const words = () =>
    screen.queryAllByText(reason).find((line) => line.getAttribute('aria-hidden') === 'true')?.textContent;
  const first = words();
  expect(first).toBeDefined();
  await vi.waitFor(() => expect(words()).not.toBe(first), 5_000);
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce(), 8_000);
  expect([words(), server.calls.length]).toEqual([undefined, 1]);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(load).toHaveBeenCalledTimes(2);
});
