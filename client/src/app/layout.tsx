import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { BottomBar } from '../features/nav/BottomBar';
import { TopBar } from '../features/nav/TopBar';
import { lazyPart } from '../lib/lazy-part';
import { useSession } from '../stores/session';
import { cx } from '../ui/cx';
import { CreateProjectHost } from './create-project';
import { ErrorBoundary, PageFailed } from './error-boundary';
import { JoinProjectHost } from './join-project';
import { PageSkeleton } from './page-skeleton';
import { useRouteWatch } from './use-route-watch';
import { useScrollPlace } from './use-scroll-place';
import { useSessionEnd } from './use-session-end';

// Visitors never load it.
const ConnectionBanner = lazyPart(() => import('./connection-banner'), 'ConnectionBanner');

/** A conversation is a part of the messages page: going from one to another keeps the list beside it. */
const pageOf = (pathname: string): string => (pathname.startsWith('/messages/') ? '/messages' : pathname);

/** The frame of every page. Messages fill the window and scroll inside; all other pages scroll as a whole. */
export function Layout() {
  useRouteWatch();
  useScrollPlace();
  useSessionEnd();
  const isMember = useSession((state) => state.status === 'signed-in');
  const { pathname } = useLocation();
  const page = pageOf(pathname);
  const fills = page === '/messages';
  // On a phone an open conversation has the whole screen: its own header leads back.
  const isThread = page !== pathname;
  return (
    <div
      className={cx(
        'safe-x flex flex-col',
        fills ? 'h-(--visible-h,100dvh)' : 'min-h-dvh',
        isThread && 'max-md:pt-(--safe-top) max-md:[--bar-h:0px] max-md:[--safe-top:0px]',
      )}
    >
      <a
        href="#main"
        className="sr-only rounded-md border border-line bg-raised px-4 py-2.5 focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <ErrorBoundary resetKey={page} fallback={null}>
        <TopBar className={cx(isThread && 'max-md:hidden')} />
      </ErrorBoundary>
      {isMember && (
        <ErrorBoundary resetKey={page} fallback={null}>
          <Suspense>
            <ConnectionBanner />
          </Suspense>
        </ErrorBoundary>
      )}
      <ErrorBoundary resetKey={page} fallback={<PageFailed />}>
        {/* By page: the router navigates in a transition, which would leave the old page on screen without a sign of loading. */}
        <Suspense key={page} fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
        <CreateProjectHost />
        <JoinProjectHost />
      </ErrorBoundary>
      <ErrorBoundary resetKey={page} fallback={null}>
        <BottomBar />
      </ErrorBoundary>
    </div>
  );
}
