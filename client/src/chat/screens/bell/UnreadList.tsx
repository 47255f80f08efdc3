import type { Notification, Unread } from '@sangam/shared/chat/messages';
import { withoutMarks } from '@sangam/shared/core/without-marks';
import { Check, MailOpen } from 'lucide-react';
import { Link } from 'react-router-dom';
import { messageRequests } from '../../../contact/state/message-requests';
import { errorText } from '../../../core/api/errors';
import { conversationPath } from '../../../lib/links/chat-link';
import { Avatar } from '../../../ui/Avatar';
import { Badge } from '../../../ui/Badge';
import { IconButton } from '../../../ui/button/IconButton';
import { EmptyState } from '../../../ui/page/EmptyState';
import { ShowMore } from '../../../ui/page/ShowMore';
import { Skeleton } from '../../../ui/page/Skeleton';
import { TimeAgo } from '../../../ui/TimeAgo';
import { applyConversationUnread } from '../../state/conversations';
import {
  keyOfLine,
  loadMoreUnread,
  markConversationRead,
  shownLines,
  useUnreadMessages,
} from '../../state/unread-messages';

const showMore = async (): Promise<string | null> => {
  const answer = await loadMoreUnread();
  return answer.ok ? null : errorText(answer.error, 'Failed to load messages');
};

/** Lists conversations with unread messages, newest first. */
export function UnreadList({ onLeave }: { onLeave: () => void }) {
  const { notifications: all, loaded, hasMore, loadingMore } = useUnreadMessages();
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
      {loaded && notifications.length === 0 && <EmptyState icon={MailOpen} title="No unread messages" />}
      {notifications.length > 0 && (
        <ul className="p-1">
          {notifications.map((item) => (
            <UnreadRow key={keyOfLine(item)} item={item} onOpen={onLeave} onRead={applyConversationUnread} />
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

interface UnreadRowProps {
  item: Notification;
  onOpen: () => void;
  onRead: (unread: Unread) => void;
}

/** Opens one unread conversation, or marks it read in place. */
export function UnreadRow({ item, onOpen, onRead }: UnreadRowProps) {
  const markRead = async () => {
    const unread = await markConversationRead(keyOfLine(item));
    if (unread) onRead(unread);
  };
  return (
    <li className="flex items-center rounded-md hover:bg-hover">
      <Link
        to={conversationPath(keyOfLine(item))}
        state={{ name: item.sender_name }}
        onClick={onOpen}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-md px-3 py-2.5"
      >
        <Avatar id={item.sender_id} name={item.sender_name} size="sm" />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-2">
            <span className="truncate font-semibold text-sm">{item.sender_name}</span>
            <TimeAgo time={item.created_at} className="shrink-0 text-faint text-xs" />
          </span>
          <span className="flex items-center gap-2">
            <span className="flex-1 truncate text-muted text-sm">{withoutMarks(item.content)}</span>
            <span className="sr-only">{`${item.unread_count} unread`}</span>
            <Badge count={item.unread_count} />
          </span>
        </span>
      </Link>
      <IconButton
        icon={Check}
        label={`Mark messages from ${item.sender_name} as read`}
        onClick={() => void markRead()}
      />
    </li>
  );
}
