import { MessageCircle } from 'lucide-react';
import { useEffect } from 'react';
import { useSettled } from '../../../lib/hooks/use-settled';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { BellPopover } from '../../../ui/overlay/BellPopover';
import { setTitleCount } from '../../../ui/page/tab-title';
import { useUnreadCount } from '../../state/unread-messages';

const UnreadList = lazyPart(() => import('./UnreadList'), 'UnreadList');

/** Shows the unread count and the unread conversations. Its speech bubble distinguishes it from the notification bell. */
export function MessageBell() {
  const unread = useUnreadCount();
  return <BellPopover icon={MessageCircle} name="New messages" unread={unread} List={UnreadList} />;
}

/** Shows the unread count in the browser tab's title. */
export function useTitleCount(): void {
  const unread = useSettled(useUnreadCount());
  useEffect(() => {
    setTitleCount(unread);
    return () => setTitleCount(0);
  }, [unread]);
}
