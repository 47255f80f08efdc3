import { BriefcaseBusiness, FolderOpen, LayoutDashboard, MessageCircle } from 'lucide-react';
import { useList } from '../../core/store/list';
import { incomingRequests } from '../../requests/state/requests';
import { BottomLinks } from './BottomLinks';

/** A member's links on a phone. The bells in the bar above count messages, so that each count shows once. */
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
