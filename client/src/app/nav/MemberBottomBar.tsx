import { BriefcaseBusiness, FolderOpen, LayoutDashboard, MessageCircle } from 'lucide-react';
import { useList } from '../../core/store/list';
import { incomingRequests } from '../../requests/state/requests';
import { BottomLinks } from './BottomLinks';

/** A member's links on a phone. No count of messages here, since the bell in the bar above has it. */
export function MemberBottomBar() {
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
        { to: '/messages', text: 'Messages', icon: MessageCircle },
      ]}
    />
  );
}
