import { MessageCircle } from 'lucide-react';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { BellPopover } from '../../../ui/overlay/BellPopover';
import { useNotifications } from '../../state/unread-messages';

const NotificationList = lazyPart(() => import('./NotificationList'), 'NotificationList');

/** The bell of new messages: how many are unread, and from whom. It wears a bubble, so that the two bells are told apart. */
export function MessageBell() {
  const unread = useNotifications((state) => state.unreadCount);
  return <BellPopover icon={MessageCircle} name="New messages" unread={unread} List={NotificationList} />;
}
