import { rankOfNotice } from '@sangam/shared/notices/notice-order';
import { kindsReadAt } from '@sangam/shared/notices/notification-kinds';
import type { NotificationItem } from '@sangam/shared/notices/notifications';
import { useNotifications } from '../../notices/state/notifications';

/** Kinds of notifications for which the dashboard has its own sections. */
const shownElsewhere = (['requests', 'interests', 'invitations', 'transfers', 'seats'] as const).flatMap(kindsReadAt);

/** Unread notifications from before this visit, most important first, except kinds that other sections show. */
export function useMissed(): NotificationItem[] {
  const items = useNotifications((state) => state.items);
  const liveIds = useNotifications((state) => state.liveIds);
  return (items ?? [])
    .filter(({ id, read, kind }) => !read && !liveIds.has(id) && !shownElsewhere.includes(kind))
    .toSorted((a, b) => rankOfNotice(a.kind) - rankOfNotice(b.kind));
}
