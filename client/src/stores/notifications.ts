import type { Message, Notification, Unread } from '@sangam/shared/contract/messages';
import { create } from 'zustand';
import { request } from '../api/client';
import { logFailure } from '../lib/log';
import { retry } from '../lib/retry';
import { withMessage, withUnread } from './notifications.reduce';
import { onReset, storesEpoch } from './reset';

interface NotificationsState {
  unreadCount: number;
  unreadVersion: number;
  notifications: readonly Notification[];
  loaded: boolean;
}

const empty: NotificationsState = { unreadCount: 0, unreadVersion: 0, notifications: [], loaded: false };
export const useNotifications = create<NotificationsState>(() => empty);
onReset(() => useNotifications.setState(empty));

/** The bell's count: always the sum of what it lists. */
export const listedUnread = ({ notifications }: NotificationsState): number =>
  notifications.reduce((sum, item) => sum + item.unread_count, 0);

/** Counts live changes: an answer that was on its way while one came may be older than it, and is fetched again. */
let liveChanges = 0;
/** A list that changes without end is taken as it is after this many fetches: its events go on correcting it. */
const FETCHES_MAX = 3;

async function fetchUnread() {
  const changesBefore = liveChanges;
  const [count, list] = await Promise.all([
    request('GET /api/messages/unread-count'),
    request('GET /api/messages/notifications'),
  ]);
  return { count, list, isOvertaken: changesBefore !== liveChanges };
}

/** Fetches the unread count and the bell's list together; true when both came. Failures are only logged (R12.3). */
export async function loadUnread(): Promise<boolean> {
  const epoch = storesEpoch();
  try {
    const { count, list } = await retry(fetchUnread, {
      until: ({ isOvertaken }) => !isOvertaken || epoch !== storesEpoch(),
      pausesMs: [0],
      triesMax: FETCHES_MAX,
    });
    if (epoch !== storesEpoch()) return false;
    if (!count.ok) logFailure('Error fetching unread count', count.error);
    if (!list.ok) logFailure('Error fetching notifications', list.error);
    useNotifications.setState({
      loaded: true,
      ...(count.ok
        ? { unreadCount: count.value.data.unread_count, unreadVersion: count.value.data.unread_version }
        : {}),
      ...(list.ok ? { notifications: list.value.data.notifications } : {}),
    });
    return count.ok && list.ok;
  } catch (error) {
    logFailure('Error fetching message data', error);
    return false;
  }
}

/** Marks one conversation read from the bell, then fetches count and list again; answers the new unread, or null when it failed. */
export async function markConversationRead(userId: number): Promise<Unread | null> {
  const answer = await request('PUT /api/messages/mark-read/:userId', { params: { userId } });
  if (!answer.ok) logFailure('Error marking messages as read', answer.error);
  await loadUnread();
  return answer.ok ? answer.value.data : null;
}

/** Live: somebody else's message. */
export function applyNotificationMessage(message: Message): void {
  liveChanges += 1;
  useNotifications.setState(({ notifications }) => ({ notifications: withMessage(notifications, message) }));
}

/** Live, or the answer to a mark-read: absolute values. */
export function applyNotificationUnread(unread: Unread): void {
  liveChanges += 1;
  useNotifications.setState(({ notifications, unreadVersion }) => ({
    notifications: withUnread(notifications, unread),
    ...(unread.unread_version < unreadVersion
      ? {}
      : { unreadCount: unread.unread_count, unreadVersion: unread.unread_version }),
  }));
}
