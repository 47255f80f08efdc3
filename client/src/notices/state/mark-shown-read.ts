import { kindsReadAt, type NotificationScreen } from '@sangam/shared/notices/notification-kinds';
import type { NotificationItem, NotificationsSeen } from '@sangam/shared/notices/notifications';
import { useEffect } from 'react';
import { request } from '../../core/api/client';
import { useSession } from '../../core/session/session';
import { applyAnswer, useNotifications } from './notifications';

/** Marks the notifications that a screen has shown as read, if any may be unread. `only` restricts them to a project or to subjects. */
export async function markShownRead(place: NotificationScreen, only: Omit<NotificationsSeen, 'place'>): Promise<void> {
  const { project_id, subject_ids } = only;
  const { items, unread } = useNotifications.getState();
  const listed = (items ?? []).filter((item) => !item.read);
  const kinds = kindsReadAt(place);
  const isRead = (item: NotificationItem) =>
    kinds.includes(item.kind) &&
    (project_id === undefined || item.project_id === project_id) &&
    (subject_ids === undefined || subject_ids.includes(item.subject_id ?? 0));
  // If not all unread ones are listed, some of those below the list may be meant.
  if (listed.length === unread && !listed.some(isRead)) return;
  await applyAnswer(request('PUT /api/inbox/seen', { body: { place, ...only } }));
}

/**
 * Marks the notifications that this screen shows as read (docs/notifications.md), including those that arrive meanwhile, but none while the
 * page is hidden. `isShown` is false until the screen has loaded.
 */
export function useMarkShownRead(
  place: NotificationScreen,
  { isShown = true, projectId }: { isShown?: boolean; projectId?: number | undefined } = {},
): void {
  const unread = useNotifications((state) => state.unread);
  // A cached page doesn't show what has arrived since.
  const isCached = useSession((state) => state.isCached);
  useEffect(() => {
    if (!isShown || isCached || unread === 0) return;
    const markRead = () => {
      // A failed call is repeated with the next change or visit.
      if (!document.hidden) void markShownRead(place, projectId === undefined ? {} : { project_id: projectId });
    };
    markRead();
    document.addEventListener('visibilitychange', markRead);
    return () => document.removeEventListener('visibilitychange', markRead);
  }, [isShown, isCached, unread, place, projectId]);
}
