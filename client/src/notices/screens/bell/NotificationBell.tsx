import { Bell } from 'lucide-react';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { BellPopover } from '../../../ui/overlay/BellPopover';
import { useNotifications } from '../../state/notifications';

const NotificationList = lazyPart(() => import('./NotificationList'), 'NotificationList');

/** The id of the bell's panel, which other buttons may open, too. */
export const NOTIFICATIONS_PANEL = 'notifications';

/** The second bell: the count of unread notifications, and the list of all. */
export function NotificationBell() {
  const unread = useNotifications((state) => state.unread);
  return (
    <BellPopover
      icon={Bell}
      name="Notifications"
      panelId={NOTIFICATIONS_PANEL}
      unread={unread}
      List={NotificationList}
    />
  );
}
