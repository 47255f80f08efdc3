import { Bell } from 'lucide-react';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { BellPopover } from '../../../ui/overlay/BellPopover';
import { useNotifications } from '../../state/notifications';

const NotificationList = lazyPart(() => import('./NotificationList'), 'NotificationList');

/** The id of the bell's panel. Other buttons may open it, too. */
export const NOTIFICATIONS_PANEL = 'notifications';

/** The bell for notifications, with the number of unread ones, which opens the list. */
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
