import { Bell } from 'lucide-react';
import { lazyPart } from '../../lib/lazy-part';
import { useInbox } from '../../stores/inbox';
import { BellPopover } from './BellPopover';

const InboxList = lazyPart(() => import('./InboxList'), 'InboxList');

/** The second bell: how many notifications are unread, and all that there are. */
export function InboxBell() {
  const unread = useInbox((state) => state.unread);
  return <BellPopover icon={Bell} name="Notifications" unread={unread} List={InboxList} />;
}
