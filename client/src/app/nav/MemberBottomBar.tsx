import { BriefcaseBusiness, FolderOpen, LayoutDashboard, MessageCircle } from 'lucide-react';
import { useUnreadCount } from '../../chat/state/unread-messages';
import { useList } from '../../core/store/list';
import { useSettled } from '../../lib/hooks/use-settled';
import { incomingRequests } from '../../requests/state/requests';
import { BottomLinks } from './BottomLinks';

/** A member's links on a phone, with pending counts. */
export function MemberBottomBar() {
  const unread = useSettled(useUnreadCount());
  const requests = useList(incomingRequests).total ?? 0;
  return (
    <BottomLinks
      links={[
        {
          to: '/dashboard',
          text: 'Dashboard',
          icon: LayoutDashboard,
          waiting: { count: requests, words: requests === 1 ? 'pending request' : 'pending requests' },
        },
        { to: '/projects', text: 'Projects', icon: FolderOpen },
        { to: '/work', text: 'My work', icon: BriefcaseBusiness },
        { to: '/messages', text: 'Messages', icon: MessageCircle, waiting: { count: unread, words: 'unread' } },
      ]}
    />
  );
}
