import { noticeLimits } from '@sangam/shared/notices/limits';
import { hasPage } from '@sangam/shared/notices/notification-words';
import type { NotificationItem } from '@sangam/shared/notices/notifications';
import { BellOff, Settings } from 'lucide-react';
import { useEffect } from 'react';
import toast from 'react-hot-toast/headless';
import { errorText } from '../../../core/api/errors';
import { type ListView, useList } from '../../../core/store/list';
import { passFocusOn } from '../../../lib/dom/pass-focus-on';
import { useFocusKept } from '../../../lib/hooks/use-focus-kept';
import { useHeldArrivals } from '../../../lib/hooks/use-held-arrivals';
import { useStillRows } from '../../../lib/hooks/use-still-rows';
import { useNeedsServer } from '../../../lib/hooks/window-state';
import { incomingInterests } from '../../../requests/state/interests';
import { receivedInvitations } from '../../../requests/state/invitations';
import { incomingRequests } from '../../../requests/state/requests';
import { IconLink } from '../../../ui/button/IconButton';
import { useOnce } from '../../../ui/button/use-once';
import { EmptyState } from '../../../ui/page/EmptyState';
import { LoadFailed } from '../../../ui/page/LoadFailed';
import { ShowMore } from '../../../ui/page/ShowMore';
import { ShowNew } from '../../../ui/page/ShowNew';
import { Loading, Skeleton } from '../../../ui/page/Skeleton';
import { loadMoreNotifications, readAllNotifications, readNotifications } from '../../state/change-notifications';
import { loadNotifications, useNotifications } from '../../state/notifications';
import { NotificationRows } from './NotificationRows';

const showMore = async (): Promise<string | null> => {
  const answer = await loadMoreNotifications();
  return answer.ok ? null : errorText(answer.error, 'Failed to load notifications');
};

const readAll = async () => {
  const answer = await readAllNotifications();
  if (!answer.ok) toast.error(errorText(answer.error, 'Failed to mark notifications as read'));
};

/** Marks notifications without a page as read, since no press can. */
const readWithoutPage = () => {
  const { items } = useNotifications.getState();
  const ids = (items ?? []).filter((item) => !item.read && !hasPage(item)).map(({ id }) => id);
  // After a failure, they simply stay unread.
  if (ids.length > 0) void readNotifications(ids);
};

const none: readonly NotificationItem[] = [];

/** All notifications, unread and read, newest first. Closing the list marks those without a page as read. */
export function NotificationList({ onLeave }: { onLeave: () => void }) {
  const { items, unread, hasMore, loadingMore, error } = useNotifications();
  const online = useNeedsServer();
  const list = useFocusKept();
  const [, markAllRead] = useOnce(readAll);
  const calm = useHeldArrivals(items, list);
  const rows = useStillRows(calm.shown ?? none, list);
  useAllUnread();
  // On closing: marked while on screen, they would lose the unread mark before anybody saw it.
  useEffect(() => readWithoutPage, []);
  return (
    <section aria-label="Notifications" className="@container">
      {/* Wraps only with very large text: otherwise a button that appears would move the list. */}
      <div className="flex min-h-14 items-center @max-3xs:flex-wrap justify-between gap-x-2 border-line border-b pr-1.5 pl-4">
        <h2 className="mr-auto text-base">Notifications</h2>
        <ShowNew waiting={calm.waiting} />
        {unread > 0 && (
          <button
            {...online}
            ref={passFocusOn}
            type="button"
            onClick={markAllRead}
            className="flex min-h-control items-center rounded-md px-2 text-muted text-sm hover:text-fg"
          >
            Mark all as read
          </button>
        )}
        <IconLink icon={Settings} label="Notification settings" to="/settings/notifications" onClick={onLeave} />
      </div>
      {items === null && error !== null && (
        <LoadFailed message="Failed to load notifications" onRetry={loadNotifications} className="py-8" />
      )}
      {items === null && error === null && (
        <Loading label="Loading notifications" className="p-4">
          <Skeleton className="h-10" />
        </Loading>
      )}
      {items !== null && rows.length === 0 && (
        <EmptyState icon={BellOff} title="No notifications">
          Join requests, interest, answers and changes to your teams appear here.
        </EmptyState>
      )}
      <ul ref={list} className="p-1 empty:hidden">
        <NotificationRows rows={rows} onOpen={onLeave} wordsOf={useWordsOf()} />
      </ul>
      {hasMore && (
        <div className="grid p-3 pt-0">
          <ShowMore what="notifications" busy={loadingMore} onMore={showMore} />
        </div>
      )}
    </section>
  );
}

/** Loads pages until all unread notifications are listed, so that grouped rows count all of them, but no more than a refresh returns. */
function useAllUnread(): void {
  const { items, unread, hasMore } = useNotifications();
  const listed = items?.filter(({ read }) => !read).length ?? unread;
  const count = items?.length ?? 0;
  const lacksSome = hasMore && listed < unread && count < noticeLimits.notificationsPageMax;
  useEffect(() => {
    // After a failure, Show more loads the others.
    if (lacksSome && count > 0) void loadMoreNotifications();
  }, [lacksSome, count]);
}

const wordsOnceOver: Readonly<Record<string, string>> = {
  request: 'asked to join',
  interest: 'showed interest in',
  invitation: 'invited you to join',
};

/**
 * Returns a function that chooses a notification's text: in the past tense once it is read and its request, interest or invitation is no
 * longer pending.
 */
function useWordsOf(): (item: NotificationItem, words: string) => string {
  const pending: Readonly<Record<string, ListView<{ id: number }>>> = {
    request: useList(incomingRequests),
    interest: useList(incomingInterests),
    invitation: useList(receivedInvitations),
  };
  return ({ kind, subject_id, read }, words) => {
    const [subject = '', event = ''] = kind.split(':');
    const { data = null, hasMore } = pending[subject] ?? {};
    const isOver =
      ['received', 'reminder', 'last_day'].includes(event) &&
      read &&
      hasMore === false &&
      data?.every(({ id }) => id !== subject_id);
    return (isOver && wordsOnceOver[subject]) || words;
  };
}
