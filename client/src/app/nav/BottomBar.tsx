import { FolderOpen, Info, LogIn } from 'lucide-react';
import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { useSession } from '../../core/session/session';
import { useKeyboardUp } from '../../lib/hooks/window-state';
import { useAccountLink } from '../../lib/links/next-path';
import { lazyPart } from '../../lib/loading/lazy-part';
import { BottomLinks } from './BottomLinks';

// Only members load it, with its counts.
const MemberBottomBar = lazyPart(() => import('./MemberBottomBar'), 'MemberBottomBar');

/** The main links on a phone, in reach of a thumb (R1.4). Hidden while the keyboard is open. */
export function BottomBar() {
  const status = useSession((state) => state.status);
  if (useKeyboardUp()) return null;
  if (status === 'signed-out') return <VisitorBottomBar />;
  // The placeholder takes the same space, so that nothing moves when the bar appears.
  const empty = <BottomLinks links={[]} />;
  if (status === 'loading') return empty;
  return (
    <Suspense fallback={empty}>
      <MemberBottomBar />
    </Suspense>
  );
}

/** A visitor's links on a phone; the logo leads home. A suspended member can't sign in. */
function VisitorBottomBar() {
  const link = useAccountLink();
  const isSuspended = useLocation().pathname === '/suspended';
  const projects = { to: '/projects', text: 'Projects', icon: FolderOpen };
  const signIn = { to: link('/login'), text: 'Sign in', icon: LogIn };
  const support = { to: '/support', text: 'Support', icon: Info };
  return <BottomLinks links={[projects, isSuspended ? support : signIn]} />;
}
