import { Bell } from 'lucide-react';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { BellPopover } from '../../../ui/overlay/BellPopover';
import { useInbox } from '../../state/notifications';

const InboxList = lazyPart(() => import('./NotificationList'), 'InboxList');

/** The second bell: how many notifications are unread, and all that there are. */
export function InboxBell() {
  const unread = useInbox((state) => state.unread);
  return <BellPopover icon={Bell} name="Notifications" unread={unread} List={InboxList} />;
}
