import { MessageCircle } from 'lucide-react';
import { useEffect } from 'react';
import { useSettled } from '../../../lib/hooks/use-settled';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { BellPopover } from '../../../ui/overlay/BellPopover';
import { setTitleCount } from '../../../ui/page/Page';
import { useUnreadMessages } from '../../state/unread-messages';

const UnreadList = lazyPart(() => import('./UnreadList'), 'UnreadList');

/** The bell of new messages: how many are unread, and from whom. It wears a bubble, so that the two bells are told apart. */
export function MessageBell() {
  const unread = useUnreadMessages((state) => state.unreadCount);
  return <BellPopover icon={MessageCircle} name="New messages" unread={unread} List={UnreadList} />;
}

/** The browser's tab says how many messages are unread, as the bell does. */
export function useTitleCount(): void {
  const unread = useSettled(useUnreadMessages((state) => state.unreadCount));
  useEffect(() => {
    setTitleCount(unread);
    return () => setTitleCount(0);
  }, [unread]);
}
