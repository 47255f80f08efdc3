import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { NotificationBell } from '../../notices/screens/bell/NotificationBell';
import { useMarkShownRead } from '../../notices/state/mark-shown-read';
import { applyNotificationsChange, loadNotifications } from '../../notices/state/notifications';
import { fakeServer } from '../../testing/fake-server';
import { show } from '../../testing/render';
import { inboxChange, inboxItem, member } from '../../testing/samples';
import { WhileAway } from './WhileAway';

const ok = (data: unknown) => ({ body: { success: true, data } });
const left = (id: number, read = false) => inboxItem(id, { kind: 'seat:left', title: `Project ${id}`, read });
const serve = (items: ReturnType<typeof inboxItem>[], below = 0) => {
  const unread = items.filter(({ read }) => !read).length + below;
  return fakeServer({
    'GET /api/inbox': () => ok({ items, has_more: below > 0, total: items.length + below, unread, version: 1 }),
    'PUT /api/inbox/seen': () => ok(inboxChange({ unread: 0, version: 2, read_ids: items.map(({ id }) => id) })),
  });
};

it('shows notifications from before the visit until they are read', async () => {
  serve([left(8), left(7, true), inboxItem(6)]);
  show(<WhileAway />, { as: member });
  await loadNotifications();
  await screen.findByRole('heading', { name: 'While you were away' });
  screen.getByRole('link', { name: /Other is no longer in Project 8/u });
  // One is already read; the dashboard itself shows the join request of another.
  expect(document.querySelectorAll('li')).toHaveLength(1);
  applyNotificationsChange(inboxChange({ unread: 3, version: 2, added: [left(9)] }));
  await waitFor(() => expect(screen.queryByText('Project 9')).toBeNull());
  applyNotificationsChange(inboxChange({ unread: 2, version: 3, read_ids: [8] }));
  // A notification read elsewhere may keep its place until the reader rests.
  await waitFor(() => expect(screen.queryByRole('heading')).toBeNull(), { timeout: 10_000 });
});

it('shows five, and a button with the number of others opens the bell', async () => {
  serve([8, 7, 6, 5, 4, 3, 2].map((id) => left(id)));
  show(
    <>
      <NotificationBell />
      <WhileAway />
    </>,
    { as: member },
  );
  await loadNotifications();
  const more = await screen.findByRole('button', { name: '2 more in your notifications' });
  expect(document.querySelectorAll('li')).toHaveLength(5);
  const panel = document.querySelector('[popover]');
  expect(panel?.getAttribute('aria-label')).toBe('Notifications');
  expect(more.getAttribute('popovertarget')).toBe(panel?.id);
});

it('shows several of one kind about one project as one', async () => {
  const joined = (id: number) =>
    inboxItem(id, { kind: 'seat:joined', actor: { id: 10 + id, name: `Member ${id}` }, project_id: 9, title: 'Rover' });
  serve([...[9, 8, 7, 6, 5].map(joined), left(4)]);
  show(<WhileAway />, { as: member });
  await loadNotifications();
  await screen.findByRole('link', { name: /Member 9 and 4 others joined Rover/u });
  screen.getByRole('link', { name: /Other is no longer in Project 4/u });
  expect(document.querySelectorAll('li')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: /more in your/u })).toBeNull();
});

it('shows answers to the member first, then changes in their teams, then new projects', async () => {
  const more = { kind: 'projects:new', actor: null, project_id: null, title: '2 new projects that need Go' };
  serve([inboxItem(8, more), left(7), inboxItem(6, { kind: 'request:accepted', title: 'Project 6' }), left(5)]);
  show(<WhileAway />, { as: member });
  await loadNotifications();
  await screen.findByRole('heading', { name: 'While you were away' });
  const titles = screen
    .getAllByRole('link')
    .map(({ textContent }) => /Project \d|new projects/u.exec(textContent)?.[0]);
  expect(titles).toEqual(['Project 6', 'Project 7', 'Project 5', 'new projects']);
});

it('says that there are more than it counts while later pages have unread ones', async () => {
  serve(
    [8, 7, 6, 5, 4, 3, 2].map((id) => left(id)),
    1,
  );
  show(<WhileAway />, { as: member });
  await loadNotifications();
  await screen.findByRole('button', { name: '2+ more in your notifications' });
});

it('a loaded screen marks the notifications that it shows as read', async () => {
  const { of } = serve([left(8)]);
  function Shown({ loaded }: { loaded: boolean }) {
    useMarkShownRead('project', { isShown: loaded, projectId: 7 });
    return null;
  }
  show(<Shown loaded={false} />, { as: member });
  await loadNotifications();
  expect(of('PUT /api/inbox/seen')).toHaveLength(0);
  show(<Shown loaded />, { as: member });
  await waitFor(() => expect(of('PUT /api/inbox/seen')).toHaveLength(1));
});
