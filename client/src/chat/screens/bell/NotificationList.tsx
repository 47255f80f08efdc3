import { MailOpen } from 'lucide-react';
import { Link } from 'react-router-dom';
import { messageRequests } from '../../../contact/state/message-requests';
import { errorText } from '../../../core/api/errors';
import { EmptyState } from '../../../ui/page/EmptyState';
import { ShowMore } from '../../../ui/page/ShowMore';
import { Skeleton } from '../../../ui/page/Skeleton';
import { applyConversationUnread } from '../../state/conversations';
import { loadMoreNotifications, shownLines, useNotifications } from '../../state/unread-messages';
import { NotificationRow } from './NotificationRow';

const showMore = async (): Promise<string | null> => {
  const answer = await loadMoreNotifications();
  return answer.ok ? null : errorText(answer.error, 'Failed to load messages');
};

/** Who wrote and has not been read, newest first. */
export function NotificationList({ onLeave }: { onLeave: () => void }) {
  const { notifications: all, loaded, hasMore, loadingMore } = useNotifications();
  messageRequests.use();
  const notifications = shownLines(all);
  return (
    <>
      <div className="flex items-center justify-between border-line border-b px-4 py-2">
        <h2 className="text-base">New messages</h2>
        <Link
          to="/messages"
          onClick={onLeave}
          className="flex min-h-control items-center rounded-md px-2 text-muted text-sm hover:text-fg"
        >
          Open messages
        </Link>
      </div>
      {!loaded && <Skeleton className="m-4 h-10" />}
      {loaded && notifications.length === 0 && (
        <EmptyState icon={MailOpen} title="No unread messages" className="py-8" />
      )}
      {notifications.length > 0 && (
        <ul className="p-1">
          {notifications.map((item) => (
            <NotificationRow key={item.sender_id} item={item} onOpen={onLeave} onRead={applyConversationUnread} />
          ))}
        </ul>
      )}
      {hasMore && (
        <div className="grid p-3 pt-0">
          <ShowMore what="messages" busy={loadingMore} onMore={showMore} />
        </div>
      )}
    </>
  );
}
