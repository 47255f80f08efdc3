import { MailOpen } from 'lucide-react';
import { Link } from 'react-router-dom';
import { applyConversationUnread } from '../../stores/conversations';
import { useNotifications } from '../../stores/notifications';
import { EmptyState } from '../../ui/EmptyState';
import { Skeleton } from '../../ui/Skeleton';
import { NotificationRow } from './NotificationRow';

/** Who wrote and has not been read, newest first. */
export function NotificationList({ onLeave }: { onLeave: () => void }) {
  const { notifications, loaded } = useNotifications();
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
    </>
  );
}
