import { hasPage, notificationWords } from '@sangam/shared/notices/notification-words';
import type { NotificationItem } from '@sangam/shared/notices/notifications';
import { BellOff, Settings } from 'lucide-react';
import { type ComponentProps, useEffect } from 'react';
import toast from 'react-hot-toast/headless';
import { errorText } from '../../../core/api/errors';
import type { List } from '../../../core/store/list';
import { useCalm } from '../../../lib/hooks/use-calm';
import { useFocusKept } from '../../../lib/hooks/use-focus-kept';
import { useStillRows } from '../../../lib/hooks/use-still-rows';
import { useNeedsServer } from '../../../lib/hooks/window-state';
import { incomingInterests } from '../../../requests/state/interests';
import { receivedInvitations } from '../../../requests/state/invitations';
import { incomingRequests } from '../../../requests/state/requests';
import { IconLink } from '../../../ui/button/IconButton';
import { EmptyState } from '../../../ui/page/EmptyState';
import { ErrorState } from '../../../ui/page/ErrorState';
import { ShowMore } from '../../../ui/page/ShowMore';
import { ShowNew } from '../../../ui/page/ShowNew';
import { Loading, Skeleton } from '../../../ui/page/Skeleton';
import { loadMoreNotifications, readAllNotifications, readNotifications } from '../../state/change-notifications';
import { loadNotifications, useNotifications } from '../../state/notifications';
import { NotificationRow } from './NotificationRow';

const showMore = async (): Promise<string | null> => {
  const answer = await loadMoreNotifications();
  return answer.ok ? null : errorText(answer.error, 'Failed to load notifications');
};

const readAll = async () => {
  const answer = await readAllNotifications();
  if (!answer.ok) toast.error(errorText(answer.error, 'Failed to mark notifications as read'));
};

/** Nothing else marks them read, since no press opens them. */
const readWithoutPage = () => {
  const { items } = useNotifications.getState();
  const ids = (items ?? []).filter((item) => !item.read && !hasPage(item)).map(({ id }) => id);
  // After a failure they are still unread.
  if (ids.length > 0) void readNotifications(ids);
};

const none: readonly NotificationItem[] = [];

/** All notifications, unread and read, newest first. Those without a page are read once the list closes. */
export function NotificationList({ onLeave }: { onLeave: () => void }) {
  const { items, unread, hasMore, loadingMore, error } = useNotifications();
  const online = useNeedsServer();
  const list = useFocusKept();
  const calm = useCalm(items, list);
  const rows = useStillRows(calm.shown ?? none, list);
  // As soon as they are on screen, they would lose their mark before anybody saw it.
  useEffect(() => readWithoutPage, []);
  return (
    <section aria-label="Notifications">
      <div className="flex min-h-14 items-center justify-between gap-2 border-line border-b pr-1.5 pl-4">
        <h2 className="mr-auto text-base">Notifications</h2>
        <ShowNew waiting={calm.waiting} />
        {unread > 0 && (
          <button
            {...online}
            type="button"
            onClick={() => void readAll()}
            className="flex min-h-control items-center rounded-md px-2 text-muted text-sm hover:text-fg aria-disabled:opacity-60"
          >
            Mark all as read
          </button>
        )}
        <IconLink icon={Settings} label="Notification settings" to="/settings/notifications" onClick={onLeave} />
      </div>
      {items === null && error !== null && (
        <ErrorState message="Failed to load notifications" onRetry={loadNotifications} className="py-8" />
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
        {rows.map(({ item, isGone }) => (
          <Row key={item.id} item={item} isGone={isGone} onOpen={onLeave} />
        ))}
      </ul>
      {hasMore && (
        <div className="grid p-3 pt-0">
          <ShowMore what="notifications" busy={loadingMore} onMore={showMore} />
        </div>
      )}
    </section>
  );
}

/** A notification that may have been read. */
const Row = (props: ComponentProps<typeof NotificationRow>) => (
  <NotificationRow {...props} words={useWords(props.item)} />
);

interface Asking {
  /** All that is pending. */
  list: Pick<List<{ id: number }>, 'useIds' | 'useItems'>;
  /** The words once it is no longer pending. */
  words: string;
}

const ofRequest: Asking = { list: incomingRequests, words: 'asked to join' };
const asking: Readonly<Record<string, Asking>> = {
  request: ofRequest,
  interest: { list: incomingInterests, words: 'showed interest in' },
  invitation: { list: receivedInvitations, words: 'invited you to join' },
};

/** The words of a notification: in the past once it is read, and the request, interest or invitation that it asks about isn't pending. */
function useWords(item: NotificationItem): string {
  const [subject = '', event = ''] = item.kind.split(':');
  const known = asking[subject];
  const { list, words } = known ?? ofRequest;
  const hasAll = list.useIds(({ beyond }) => beyond === 0);
  const pending = list.useItems();
  const isAsking = known !== undefined && ['received', 'reminder', 'last_day'].includes(event);
  const isOver =
    isAsking && item.read && hasAll && pending !== null && !pending.some(({ id }) => id === item.subject_id);
  return isOver ? words : notificationWords(item);
}
