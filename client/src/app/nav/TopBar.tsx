import { Suspense } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useSession } from '../../core/session/session';
import { useAccountLink } from '../../lib/links/next-path';
import { lazyPart } from '../../lib/loading/lazy-part';
import { ButtonLink } from '../../ui/button/ButtonLink';
import { cx } from '../../ui/cx';
import { Logo } from '../../ui/Logo';
import { BarLane } from '../../ui/page/status-lane';

// Only members load it.
const MemberBar = lazyPart(() => import('./MemberBar'), 'MemberBar');

/** The top navigation bar (R1.4). */
export function TopBar({ className }: { className?: string }) {
  const status = useSession((state) => state.status);
  return (
    <header
      className={cx(
        'sticky top-0 z-30 border-line border-b bg-ink pt-(--safe-top) print:hidden short:static',
        className,
      )}
    >
      <div className="group/bar relative mx-auto flex h-bar max-w-page items-center gap-2 px-4 max-20rem:gap-0 max-20rem:px-2 sm:px-6">
        <Link
          to={status === 'signed-in' ? '/dashboard' : '/'}
          data-lane="title"
          // On a phone, a line about the connection replaces the logo; the bottom bar also leads to the dashboard.
          className="flex min-h-control shrink-0 items-center rounded-md pr-2 max-20rem:pr-0 max-md:group-has-data-connection/bar:hidden"
        >
          {/* The name is hidden with large text, and on a tablet to leave room for a member's links. */}
          <Logo
            className={cx(
              'max-20rem:[&>span]:sr-only max-20rem:[&>svg]:size-5',
              status === 'signed-in' && 'md:max-lg:[&>span]:sr-only',
            )}
          />
        </Link>
        <BarLane />
        {status === 'signed-out' && <VisitorActions />}
        {status === 'signed-in' && (
          // As wide as the member's buttons, so that a toast beside them doesn't move.
          <Suspense
            fallback={
              <div className="order-2 -mr-2 w-44 shrink-0 md:-mr-1.5 max-22rem:w-33 md:w-55.5 lg:w-68 xl:w-96" />
            }
          >
            <MemberBar />
          </Suspense>
        )}
      </div>
    </header>
  );
}

/** A visitor's links at the end of the bar. Signing in returns to the current page. On a phone, the bottom bar has the other links. */
function VisitorActions() {
  const link = useAccountLink();
  // A suspended member can't sign in any further.
  if (useLocation().pathname === '/suspended') return null;
  return (
    <nav aria-label="Main" className="order-2 flex items-center gap-1 sm:gap-2">
      <ButtonLink to="/projects" variant="ghost" size="sm" className="max-md:hidden">
        Projects
      </ButtonLink>
      <ButtonLink to={link('/login')} variant="ghost" size="sm" className="whitespace-nowrap max-md:hidden">
        Sign in
      </ButtonLink>
      <ButtonLink to={link('/signup')} size="sm" className="whitespace-nowrap">
        Get Started
      </ButtonLink>
    </nav>
  );
}
