import { FolderOpen, House, LogIn } from 'lucide-react';
import { useAccountLink } from '../../lib/next-path';
import { BottomLinks } from './BottomLinks';

/** What a visitor goes to on a phone. */
export function VisitorBottomBar() {
  const link = useAccountLink();
  return (
    <BottomLinks
      links={[
        { to: '/', text: 'Home', icon: House },
        { to: '/projects', text: 'Projects', icon: FolderOpen },
        { to: link('/login'), text: 'Sign in', icon: LogIn },
      ]}
    />
  );
}
