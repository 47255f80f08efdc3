import { FolderOpen, LogIn } from 'lucide-react';
import { Suspense } from 'react';
import { useSession } from '../../core/session/session';
import { useKeyboardUp } from '../../lib/hooks/window-state';
import { useAccountLink } from '../../lib/links/next-path';
import { lazyPart } from '../../lib/loading/lazy-part';
import { BottomLinks } from './BottomLinks';

// Visitors never load its counts.
const MemberBottomBar = lazyPart(() => import('./MemberBottomBar'), 'MemberBottomBar');

/** The main ways on a phone, in reach of a thumb (R1.4). It gives its room to the keyboard. */
export function BottomBar() {
  const status = useSession((state) => state.status);
  if (useKeyboardUp()) return null;
  if (status === 'signed-out') return <VisitorBottomBar />;
  // Its room is kept, so that nothing moves when it comes.
  const empty = <BottomLinks links={[]} />;
  if (status === 'loading') return empty;
  return (
    <Suspense fallback={empty}>
      <MemberBottomBar />
    </Suspense>
  );
}

/** What a visitor goes to on a phone; the logo leads home. */
function VisitorBottomBar() {
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
