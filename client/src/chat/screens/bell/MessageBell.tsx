import { MessageCircle } from 'lucide-react';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { BellPopover } from '../../../ui/overlay/BellPopover';
import { useUnreadCount } from '../../state/unread-messages';

const UnreadList = lazyPart(() => import('./UnreadList'), 'UnreadList');

/** Shows the unread count and the unread conversations. Its speech bubble tells it apart from the notification bell. */
export function MessageBell() {
  const unread = useUnreadCount();
  return <BellPopover icon={MessageCircle} name="New messages" unread={unread} List={UnreadList} />;
}
