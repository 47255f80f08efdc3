import { rankOfNotice } from '@sangam/shared/notices/notice-order';
import { kindsReadAt } from '@sangam/shared/notices/notification-kinds';
import type { NotificationItem } from '@sangam/shared/notices/notifications';
import { useNotifications } from '../../notices/state/notifications';

/** The dashboard has its own sections for these. */
const shownElsewhere = (['requests', 'interests', 'invitations', 'transfers', 'seats'] as const).flatMap(kindsReadAt);

/** Unread notifications from before this visit, the most important first, except those whose subject another section shows. */
export function useMissed(): NotificationItem[] {
  const items = useNotifications((state) => state.items);
  const liveIds = useNotifications((state) => state.liveIds);
  return (items ?? [])
    .filter(({ id, read, kind }) => !read && !liveIds.has(id) && !shownElsewhere.includes(kind))
    .toSorted((a, b) => rankOfNotice(a.kind) - rankOfNotice(b.kind));
}
