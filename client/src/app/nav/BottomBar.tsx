import { Suspense } from 'react';
import { useSession } from '../../core/session/session';
import { useKeyboardUp } from '../../lib/hooks/use-keyboard-up';
import { lazyPart } from '../../lib/loading/lazy-part';
import { BottomLinks } from './BottomLinks';
import { VisitorBottomBar } from './VisitorBottomBar';

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
