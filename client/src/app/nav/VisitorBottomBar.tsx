import { FolderOpen, LogIn } from 'lucide-react';
import { useAccountLink } from '../../lib/links/next-path';
import { BottomLinks } from './BottomLinks';

/** What a visitor goes to on a phone; the logo leads home. */
export function VisitorBottomBar() {
  const link = useAccountLink();
  return (
    <BottomLinks
      links={[
        { to: '/projects', text: 'Projects', icon: FolderOpen },
        { to: link('/login'), text: 'Sign in', icon: LogIn },
      ]}
    />
  );
}
