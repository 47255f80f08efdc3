import type { NotificationItem } from '@sangam/shared/notices/notifications';
import { BellOff } from 'lucide-react';
import toast from 'react-hot-toast/headless';
import { errorText } from '../../../core/api/errors';
import { useFocusKept } from '../../../lib/hooks/use-focus-kept';
import { useStillRows } from '../../../lib/hooks/use-still-rows';
import { EmptyState } from '../../../ui/page/EmptyState';
import { ErrorState } from '../../../ui/page/ErrorState';
import { ShowMore } from '../../../ui/page/ShowMore';
import { Loading, Skeleton } from '../../../ui/page/Skeleton';
import {
  loadMoreNotifications,
  loadNotifications,
  readAllNotifications,
  useNotifications,
} from '../../state/notifications';
import { NotificationRow } from './NotificationRow';

const showMore = async (): Promise<string | null> => {
  const answer = await loadMoreNotifications();
  return answer.ok ? null : errorText(answer.error, 'Failed to load notifications');
};

const readAll = async () => {
  const answer = await readAllNotifications();
  if (!answer.ok) toast.error(errorText(answer.error, 'Failed to mark notifications as read'));
};

const none: readonly NotificationItem[] = [];

/** All notifications, unread and read, newest first. */
export function NotificationList({ onLeave }: { onLeave: () => void }) {
  const { items, unread, hasMore, loadingMore, error } = useNotifications();
  const list = useFocusKept();
  const rows = useStillRows(items ?? none, list);
  return (
    <section aria-label="Notifications">
      <div className="flex min-h-14 items-center justify-between gap-2 border-line border-b px-4">
        <h2 className="text-base">Notifications</h2>
        {unread > 0 && (
          <button
            type="button"
            onClick={() => void readAll()}
            className="flex min-h-control items-center rounded-md px-2 text-muted text-sm hover:text-fg"
          >
            Mark all as read
          </button>
        )}
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
          <NotificationRow key={item.id} item={item} isGone={isGone} onOpen={onLeave} />
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
