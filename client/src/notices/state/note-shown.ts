import { kindsReadAt, type NotificationPlace } from '@sangam/shared/notices/notification-kinds';
import type { NotificationItem, NotificationsSeen } from '@sangam/shared/notices/notifications';
import { useEffect } from 'react';
import { request } from '../../core/api/client';
import { useSession } from '../../core/session/session';
import { applyAnswer, useNotifications } from './notifications';

/** Marks the notifications read that a screen has shown, if any of them may be unread: all, or only those of a project or about these subjects. */
export async function noteShown(place: NotificationPlace, only: Omit<NotificationsSeen, 'place'>): Promise<void> {
  const { project_id, subject_ids } = only;
  const { items, unread } = useNotifications.getState();
  const listed = (items ?? []).filter((item) => !item.read);
  const kinds = kindsReadAt(place);
  const isRead = (item: NotificationItem) =>
    kinds.includes(item.kind) &&
    (project_id === undefined || item.project_id === project_id) &&
    (subject_ids === undefined || subject_ids.includes(item.subject_id ?? 0));
  // Some below the list may be unread.
  if (listed.length === unread && !listed.some(isRead)) return;
  await applyAnswer(request('PUT /api/inbox/seen', { body: { place, ...only } }));
}

/**
 * Marks the notifications read that this screen shows (docs/notifications.md), also those that arrive while it does; a hidden page
 * shows none. `isShown` is false until the screen has loaded.
 */
export function useNoteShown(
  place: NotificationPlace,
  { isShown = true, projectId }: { isShown?: boolean; projectId?: number | undefined } = {},
): void {
  const unread = useNotifications((state) => state.unread);
  // A cached page doesn't show what has arrived since.
  const isCached = useSession((state) => state.isCached);
  useEffect(() => {
    if (!isShown || isCached || unread === 0) return;
    const note = () => {
      // A failure is tried again with the next change or visit.
      if (!document.hidden) void noteShown(place, projectId === undefined ? {} : { project_id: projectId });
    };
    note();
    document.addEventListener('visibilitychange', note);
    return () => document.removeEventListener('visibilitychange', note);
  }, [isShown, isCached, unread, place, projectId]);
}
