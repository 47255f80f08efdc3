// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { incomingInterests } from '../../stores/interests';
import { applyNotificationUnread, loadUnread } from '../../stores/notifications';
import { incomingRequests } from '../../stores/requests';
import { fakeServer } from '../../testing/fake-server';
import { show } from '../../testing/render';
import { interest, joinRequest, member } from '../../testing/samples';
import { MessageBell } from './MessageBell';
import { NotificationList } from './NotificationList';
import { RequestBell } from './RequestBell';

const ok = (data: unknown) => ({ body: { success: true, data } });

const page = <T,>(item: (id: number) => T): T[] => Array.from({ length: 50 }, (_, index) => item(100 - index));

it('the second bell counts all that wait, and not only those that were fetched', async () => {
  fakeServer({
    'GET /api/project-requests/incoming': () =>
      ok({ requests: page((id) => joinRequest({ id })), has_more: true, total: 87 }),
    'GET /api/projects/connections/incoming': () =>
      ok({ connections: page((id) => ({ ...interest, id })), has_more: true, total: 60 }),
  });
  show(<RequestBell />, { as: member });
  await Promise.all([incomingRequests.load(), incomingInterests.load()]);
  await screen.findByRole('button', { name: 'Requests: 147 pending' });
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

it('the first bell counts the unread of all conversations, lists more on request, and fills up as they are read', async () => {
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
      <NotificationList onLeave={() => undefined} />
    </>,
    { as: member },
  );
  await loadUnread();
  await screen.findByTitle('New messages: 130 unread');
  expect(document.querySelectorAll('li')).toHaveLength(8);
  await user.click(screen.getByText('Show more messages'));
  await screen.findByText('Member 1');
  expect(screen.queryByText('Show more messages')).toBeNull();
  expect(of('GET /api/messages/notifications')).toHaveLength(2);
});

it('reading the listed ones brings up those below', async () => {
  fakeServer({
    'GET /api/messages/unread-count': () => ok({ unread_count: 14, unread_version: 20 }),
    'GET /api/messages/notifications': ({ query }) =>
      ok(
        query.has('before')
          ? { notifications: [line(2), line(1)], has_more: false }
          : { notifications: [7, 6, 5, 4, 3].map(line), has_more: true },
      ),
  });
  show(<NotificationList onLeave={() => undefined} />, { as: member });
  await loadUnread();
  await screen.findByText('Member 7');
  const conversation = { id: 7, unread_count: 0, unread_version: 3 };
  applyNotificationUnread({ unread_count: 12, unread_version: 22, conversation });
  await screen.findByText('Member 1');
});
