import type { Notification, Unread } from '@sangam/shared/chat/messages';
import { withoutMarks } from '@sangam/shared/core/without-marks';
import { Check } from 'lucide-react';
import { Link } from 'react-router-dom';
import { chatLink } from '../../../lib/links/chat-link';
import { Avatar } from '../../../ui/Avatar';
import { Badge } from '../../../ui/Badge';
import { IconButton } from '../../../ui/button/IconButton';
import { TimeAgo } from '../../../ui/TimeAgo';
import { markConversationRead } from '../../state/unread-messages';

interface NotificationRowProps {
  item: Notification;
  onOpen: () => void;
  onRead: (unread: Unread) => void;
}

/** One conversation with unread messages: opens it, or marks it read where it stands. */
export function NotificationRow({ item, onOpen, onRead }: NotificationRowProps) {
  const markRead = async () => {
    const unread = await markConversationRead(item.sender_id);
    if (unread) onRead(unread);
  };
  return (
    <li className="flex items-center rounded-md hover:bg-hover">
      <Link
        {...chatLink(item.sender_id, item.sender_name)}
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
            <span className="sr-only">{item.unread_count} unread</span>
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
