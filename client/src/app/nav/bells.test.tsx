import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { MessageBell } from '../../chat/screens/bell/MessageBell';
import { UnreadList } from '../../chat/screens/bell/UnreadList';
import { applyUnreadCount, loadUnread } from '../../chat/state/unread-messages';
import { NotificationBell } from '../../notices/screens/bell/NotificationBell';
import { NotificationList } from '../../notices/screens/bell/NotificationList';
import { loadNotifications } from '../../notices/state/notifications';
import { incomingInterests, interests } from '../../requests/state/interests';
import { incomingRequests, requests } from '../../requests/state/requests';
import { fakeServer } from '../../testing/fake-server';
import { leave, show } from '../../testing/render';
import { inboxChange, inboxItem, interest, joinRequest, member, project } from '../../testing/samples';

const ok = (data: unknown) => ({ body: { success: true, data } });

const page = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => inboxItem(from - index, { read: from - index <= 40 }));

it('the notifications bell counts unread notifications, and lists read and unread ones, more on request', async () => {
  const { of } = fakeServer({
    'GET /api/inbox': ({ query }) =>
      ok(
        query.has('before')
          ? { items: page(20, 1), has_more: false, total: 50, unread: 10, version: 3 }
          : { items: page(50, 21), has_more: true, total: 50, unread: 10, version: 3 },
      ),
  });
  const user = show(
    <>
      <NotificationBell />
      <NotificationList onLeave={() => undefined} />
    </>,
    { as: member },
  );
  await loadNotifications();
  await screen.findByRole('button', { name: 'Notifications: 10 unread' });
  const settings = screen.getByRole('link', { name: 'Notification settings' });
  expect(settings.getAttribute('href')).toBe('/settings/notifications');
  expect(screen.getAllByText('Unread:')).toHaveLength(10);
  await user.click(screen.getByRole('button', { name: 'Show more notifications' }));
  await waitFor(() => expect(document.querySelectorAll('li')).toHaveLength(50));
  expect(of('GET /api/inbox')).toHaveLength(2);
});

it('a notification links to its subject, which marks it as read, and can be cleared; all can be marked as read', async () => {
  const { of } = fakeServer({
    'GET /api/inbox': () =>
      ok({
        items: [inboxItem(2, { kind: 'seat:left' }), inboxItem(1)],
        has_more: false,
        total: 2,
        unread: 2,
        version: 1,
      }),
    'PUT /api/inbox/read': () => ok(inboxChange({ unread: 1, version: 2, read_ids: [2] })),
    'DELETE /api/inbox/:id': () => ok(inboxChange({ unread: 1, version: 3, cleared_ids: [2] })),
    'PUT /api/inbox/read-all': () => ok(inboxChange({ version: 4, read_ids: [1] })),
  });
  const user = show(<NotificationList onLeave={() => undefined} />, { as: member });
  await loadNotifications();
  await user.click(await screen.findByRole('link', { name: /Unread: Other is no longer in Project 7/u }));
  await screen.findByRole('link', { name: /^Other is no longer in Project 7/u });
  expect(of('PUT /api/inbox/read').map(({ body }) => body)).toEqual([{ ids: [2] }]);
  await user.dblClick(screen.getByRole('button', { name: 'Clear: Other is no longer in Project 7' }));
  expect(of('DELETE /api/inbox/:id')).toHaveLength(1);
  // The place stays free, so that a second press doesn't clear another notification.
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Clear: Other is no longer in Project 7' })).toBeNull(),
  );
  screen.getByText(/^is no longer in/u);
  await leave(user);
  await waitFor(() => expect(screen.queryByText(/^is no longer in/u)).toBeNull());
  await user.dblClick(screen.getByRole('button', { name: 'Mark all as read' }));
  expect(of('PUT /api/inbox/read-all')).toHaveLength(1);
  await waitFor(() => expect(screen.queryByText('Unread:')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Notifications' }));
  screen.getByRole('link', { name: /^Other wants to join Project 7/u });
});

it.each([
  {
    kind: 'request',
    load: incomingRequests.load,
    words: 'wants to join',
    wordsOnceOver: 'asked to join',
    end: () => requests.patch(1, { status: 'rejected' }),
  },
  {
    kind: 'interest',
    load: incomingInterests.load,
    words: 'is interested in',
    wordsOnceOver: 'showed interest in',
    end: () => interests.patch(1, { status: 'denied' }),
  },
])('says in the past what a read notification of a decided $kind asked for', async (given) => {
  const { kind, load, words, wordsOnceOver, end } = given;
  const item = (id: number) => inboxItem(id, { kind: `${kind}:received`, subject_id: 1, read: id > 1 });
  fakeServer({
    'GET /api/inbox': () => ok({ items: [item(2), item(1)], has_more: false, total: 2, unread: 1, version: 1 }),
    'GET /api/project-requests/incoming': () => ok({ requests: [joinRequest({ id: 1 })], has_more: false, total: 1 }),
    'GET /api/projects/connections/incoming': () =>
      ok({ connections: [{ ...interest, id: 1 }], has_more: false, total: 1 }),
  });
  show(<NotificationList onLeave={() => undefined} />, { as: member });
  void loadNotifications();
  const says = (read: string, unread: string) =>
    waitFor(() => {
      screen.getByRole('link', { name: new RegExp(`^Other ${read} Project 7`, 'u') });
      screen.getByRole('link', { name: new RegExp(`^Unread: Other ${unread} Project 7`, 'u') });
    });
  await says(words, words);
  await act(load);
  await says(words, words);
  act(end);
  await says(wordsOnceOver, words);
});

const by = (id: number, name: string) => ({ actor: { id, name }, subject_id: id });

it('shows several requests to one project as one row, which links to the page that answers all, and can be expanded', async () => {
  const items = [
    inboxItem(6, by(16, 'Asha')),
    inboxItem(5, { kind: 'seat:joined', ...by(15, 'Bina') }),
    inboxItem(4, by(14, 'Chitra')),
    inboxItem(3, { ...by(13, 'Dev'), project_id: 8, title: 'Project 8' }),
    inboxItem(2, by(12, 'Esha')),
    inboxItem(1, { ...by(11, 'Farid'), read: true }),
  ];
  const { of } = fakeServer({
    'GET /api/inbox': () => ok({ items, has_more: false, total: 6, unread: 5, version: 1 }),
    'PUT /api/inbox/read': () => ok(inboxChange({ unread: 2, version: 2, read_ids: [6, 4, 2] })),
  });
  const user = show(<NotificationList onLeave={() => undefined} />, { as: member });
  void loadNotifications();
  const several = await screen.findByRole('link', { name: /^Unread: Asha and 2 others want to join Project 7/u });
  expect(several.getAttribute('href')).toBe('/projects/7');
  const rows = () => screen.getAllByRole('link').map((link) => link.textContent?.replace(/\d.*ago.*|Sun.*|now.*/u, ''));
  expect(
    rows()
      .slice(1)
      .map((text) => text?.replace(/ Project.*/u, '')),
  ).toEqual([
    'Unread: Asha and 2 others want to join',
    'Unread: Bina joined',
    'Unread: Dev wants to join',
    'Farid wants to join',
  ]);
  const list = screen.getByRole('button', { name: 'List 3 notifications' });
  await user.click(list);
  screen.getByRole('button', { name: 'Clear: Chitra wants to join Project 7' });
  const one = screen.getByRole('link', { name: /^Unread: Chitra wants to join Project 7/u });
  expect(one.getAttribute('href')).toBe('/projects/7?request=14');
  await user.click(screen.getByRole('button', { name: 'Hide 3 notifications' }));
  expect(screen.queryByRole('link', { name: /Chitra/u })).toBeNull();
  await user.click(several);
  expect(of('PUT /api/inbox/read').map(({ body }) => body)).toEqual([{ ids: [6, 4, 2] }]);
});

it('clears grouped notifications until one fails, which is then shown alone', async () => {
  const items = [inboxItem(6, by(16, 'Asha')), inboxItem(4, by(14, 'Chitra')), inboxItem(2, by(12, 'Esha'))];
  const { of } = fakeServer({
    'GET /api/inbox': () => ok({ items, has_more: false, total: 3, unread: 3, version: 1 }),
    'DELETE /api/inbox/:id': ({ path }) => {
      const id = Number(path.split('/').at(-1));
      return id === 2 ? 'network' : ok(inboxChange({ unread: id / 2 - 1, version: 5 - id / 2, cleared_ids: [id] }));
    },
  });
  const user = show(<NotificationList onLeave={() => undefined} />, { as: member });
  void loadNotifications();
  await user.click(await screen.findByRole('button', { name: 'List 3 notifications' }));
  await user.click(screen.getByRole('button', { name: 'Clear all 3' }));
  await waitFor(() => expect(of('DELETE /api/inbox/:id')).toHaveLength(3));
  await waitFor(() => expect(screen.queryByText(/others/u)).toBeNull());
  screen.getByRole('button', { name: 'Clear: Esha wants to join Project 7' });
  expect(screen.queryByRole('button', { name: 'Clear: Asha wants to join Project 7' })).toBeNull();
});

it('shows several notifications of new projects as one row, which links to the project list', async () => {
  const found = (id: number, skills: string) =>
    inboxItem(id, {
      kind: 'projects:new',
      actor: null,
      project_id: null,
      title: `1 new project that needs ${skills}`,
      link: `/projects?${new URLSearchParams({ skill: skills })}`,
    });
  const items = [found(3, 'Go'), found(2, 'C++'), found(1, 'Go')];
  fakeServer({ 'GET /api/inbox': () => ok({ items, has_more: false, total: 3, unread: 3, version: 1 }) });
  const user = show(<NotificationList onLeave={() => undefined} />, { as: member });
  void loadNotifications();
  const all = await screen.findByRole('link', { name: /^Unread: New projects with skills you follow/u });
  expect(new URL(all.getAttribute('href') ?? '', location.href).searchParams.get('skill')).toBe('Go,C++');
  await user.click(screen.getByRole('button', { name: 'List 3 notifications' }));
  screen.getByRole('link', { name: /^Unread: 1 new project that needs C\+\+/u });
});

it('lists all unread notifications, so that a grouped row counts all of them', async () => {
  const item = (id: number) => inboxItem(id, by(id, `Member ${id}`));
  const { of } = fakeServer({
    'GET /api/inbox': ({ query }) =>
      ok(
        query.has('before')
          ? { items: [item(2), item(1)], has_more: true, total: 50, unread: 4, version: 1 }
          : { items: [item(4), item(3)], has_more: true, total: 50, unread: 4, version: 1 },
      ),
  });
  show(<NotificationList onLeave={() => undefined} />, { as: member });
  void loadNotifications();
  await screen.findByRole('link', { name: /^Unread: Member 4 and 3 others want to join Project 7/u });
  expect(of('GET /api/inbox')).toHaveLength(2);
});

it('a notification without an actor shows its project’s initials; one that is a sentence shows none', async () => {
  const items = [
    inboxItem(1, { kind: 'report:reviewed', actor: null, project_id: null, title: 'Your report was reviewed' }),
    inboxItem(2, { kind: 'project:shown', actor: null, project_id: 7, title: 'Star Map' }),
  ];
  fakeServer({ 'GET /api/inbox': () => ok({ items, has_more: false, total: 2, unread: 2, version: 1 }) });
  show(<NotificationList onLeave={() => undefined} />, { as: member });
  void loadNotifications();
  await screen.findByText('Your report was reviewed');
  const initials = [...document.querySelectorAll('[data-initials]')].map((one) => one.getAttribute('data-initials'));
  expect(initials).toEqual(['SM']);
});

it('a notification without a page is not a link, and is read once the list was opened and closed', async () => {
  const title = 'A moderator reviewed your report about Dev’s profile';
  const items = [
    inboxItem(2, { kind: 'report:reviewed', actor: null, project_id: null, title, link: '/dashboard' }),
    inboxItem(1),
  ];
  const { of } = fakeServer({
    'GET /api/inbox': () => ok({ items, has_more: false, total: 2, unread: 2, version: 1 }),
    'PUT /api/inbox/read': () => ok(inboxChange({ unread: 1, version: 2, read_ids: [2] })),
  });
  function Bell() {
    const [open, setOpen] = useState(true);
    return open ? <NotificationList onLeave={() => setOpen(false)} /> : 'closed';
  }
  const user = show(<Bell />, { as: member });
  await act(loadNotifications);
  await screen.findByText(title);
  expect(of('PUT /api/inbox/read')).toHaveLength(0);
  // Only the other notification has a link, which marks it as read.
  const links = screen.getAllByRole('link', { name: /Project/u });
  expect(links).toHaveLength(1);
  await user.click(links[0] as HTMLElement);
  await screen.findByText('closed');
  await waitFor(() => expect(of('PUT /api/inbox/read').map(({ body }) => body)).toEqual([{ ids: [1] }, { ids: [2] }]));
});

it('shows the title of a kind that only newer servers know', async () => {
  fakeServer({
    'GET /api/inbox': () =>
      ok({ items: [inboxItem(1, { kind: 'new', actor: null })], has_more: false, total: 1, unread: 1, version: 1 }),
  });
  show(<NotificationList onLeave={() => undefined} />, { as: member });
  await loadNotifications();
  await screen.findByRole('link', { name: /^Unread: Project 7/u });
});

it('reports notifications that cannot be loaded, and an empty list', async () => {
  let away = true;
  fakeServer({
    'GET /api/inbox': () =>
      away
        ? { status: 500, body: { success: false, code: 'INTERNAL', message: 'No.' } }
        : ok({ items: [], has_more: false, total: 0, unread: 0, version: 0 }),
  });
  const user = show(<NotificationList onLeave={() => undefined} />, { as: member });
  await loadNotifications();
  await screen.findByText('Failed to load notifications');
  away = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('No notifications');
});

const line = (sender_id: number) => ({
  id: sender_id,
  sender_id,
  sender_name: `Member ${sender_id}`,
  content: 'Hi',
  unread_count: 2,
  unread_version: 2,
  created_at: '2026-01-01T00:00:00.000Z',
});

it('the messages bell counts the unread messages of all conversations, lists more on request, and loads more as they are read', async () => {
  const { of } = fakeServer({
    'GET /api/messages/unread-count': () => ok({ unread_count: 130, unread_version: 130 }),
    'GET /api/messages/notifications': ({ query }) => {
      const before = Number(query.get('before') ?? 14);
      const lines = Array.from({ length: Math.min(before - 1, 8) }, (_, index) => line(before - 1 - index));
      return ok({ notifications: lines, has_more: before > 9 });
    },
  });
  const user = show(
    <>
      <MessageBell />
      <UnreadList onLeave={() => undefined} />
    </>,
    { as: member },
  );
  await loadUnread();
  await screen.findByRole('button', { name: 'New messages: 130 unread' });
  expect(document.querySelectorAll('li')).toHaveLength(8);
  await user.click(screen.getByText('Show more messages'));
  await screen.findByText('Member 1');
  expect(screen.queryByText('Show more messages')).toBeNull();
  expect(of('GET /api/messages/notifications')).toHaveLength(2);
});

it('marks one conversation read, and keeps its place until the reader leaves the list', async () => {
  let unread = [7, 6, 5];
  const { of } = fakeServer({
    'GET /api/messages/unread-count': () => ok({ unread_count: 2 * unread.length, unread_version: 9 - unread.length }),
    'GET /api/messages/notifications': () => ok({ notifications: unread.map(line), has_more: false }),
    'PUT /api/messages/mark-read/:userId': () => {
      unread = [6, 5];
      return ok({ unread_count: 4, unread_version: 7, conversation: { id: 7, unread_count: 0, unread_version: 3 } });
    },
  });
  const user = show(<UnreadList onLeave={() => undefined} />, { as: member });
  await act(loadUnread);
  const names = () => screen.getAllByRole('listitem').map((row) => row.querySelector('.truncate')?.textContent);
  await user.dblClick(await screen.findByRole('button', { name: 'Mark messages from Member 7 as read' }));
  await screen.findByText('No unread messages');
  expect(names()).toEqual(['Member 7', 'Member 6', 'Member 5']);
  expect(of('PUT /api/messages/mark-read/:userId')).toHaveLength(1);
  await leave(user);
  await waitFor(() => expect(names()).toEqual(['Member 6', 'Member 5']));
});

it('reading the listed messages shows those below', async () => {
  fakeServer({
    'GET /api/messages/unread-count': () => ok({ unread_count: 14, unread_version: 20 }),
    'GET /api/messages/notifications': ({ query }) =>
      ok(
        query.has('before')
          ? { notifications: [line(2), line(1)], has_more: false }
          : { notifications: [7, 6, 5, 4, 3].map(line), has_more: true },
      ),
  });
  show(<UnreadList onLeave={() => undefined} />, { as: member });
  await loadUnread();
  await screen.findByText('Member 7');
  const conversation = { id: 7, unread_count: 0, unread_version: 3 };
  applyUnreadCount({ unread_count: 12, unread_version: 22, conversation });
  await screen.findByText('Member 1');
});

it('an offer can be answered in the list, and then disappears', async () => {
  let items = [inboxItem(1, { kind: 'offer:received', subject_id: 9 })];
  const { of } = fakeServer({
    'GET /api/inbox': () => ok({ items, has_more: false, total: 1, unread: 1, version: 2 - items.length }),
    'PUT /api/projects/:id/offer/status': () => {
      items = [];
      return ok({ project: project(7) });
    },
  });
  const user = show(<NotificationList onLeave={() => undefined} />, { as: member });
  await loadNotifications();
  await screen.findByRole('link', { name: /Other asked you to become the creator of Project 7/u });
  await user.click(await screen.findByRole('button', { name: 'Accept the transfer of Project 7' }));
  await screen.findByText('Accepted');
  await leave(user);
  await screen.findByText('No notifications');
  const sent = of('PUT /api/projects/:id/offer/status').map(({ path, body }) => [path, body]);
  expect(sent).toEqual([['/api/projects/7/offer/status', { status: 'accepted' }]]);
});

it('asks in the list, too, before the project of a creator who is leaving is declined', async () => {
  const { of } = fakeServer({
    'GET /api/inbox': () =>
      ok({
        items: [inboxItem(1, { kind: 'offer:leaving', subject_id: 9 })],
        has_more: false,
        total: 1,
        unread: 1,
        version: 1,
      }),
    'PUT /api/projects/:id/offer/status': () => ok({ project: project(7) }),
  });
  const user = show(<NotificationList onLeave={() => undefined} />, { as: member });
  await loadNotifications();
  await user.click(await screen.findByRole('button', { name: 'Decline the transfer of Project 7' }));
  screen.getByText(/^You can’t change this answer\./u);
  expect(of('PUT /api/projects/:id/offer/status')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Decline transfer' }));
  await screen.findByText('Declined');
  expect(of('PUT /api/projects/:id/offer/status')).toHaveLength(1);
});
