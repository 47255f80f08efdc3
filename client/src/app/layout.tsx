import { Suspense, useLayoutEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { changeFont } from '../core/device/font';
import { useSession } from '../core/session/session';
import { withSite } from '../core/site/site';
import { useIsNarrow } from '../lib/hooks/window-state';
import { latePart, lazyPart } from '../lib/loading/lazy-part';
import { cx } from '../ui/cx';
import { Tooltips } from '../ui/overlay/tooltip/Tooltips';
import { PageAnnouncer } from '../ui/page/Page';
import { awaitBanner, useBanner } from './confirm-banner';
import { useSessionEnd } from './guards';
import { TopBar } from './nav/TopBar';
import { ErrorBoundary, PageFailed, PageLoading } from './page-fallbacks';
import { useScrollPosition } from './scroll-position';

// Only narrow screens load it.
const BottomBar = lazyPart(() => import('./nav/BottomBar'), 'BottomBar');
// Only members load it.
const MemberParts = latePart(() => import('./member-parts'), 'MemberParts');

/** Loads with the page for a member who must confirm their address, since the banner would push the page down later. */
const AwaitBanner = lazyPart(
  withSite(async () => {
    const { ConfirmAddressBanner } = await import('../people/screens/account/ConfirmAddressBanner');
    return { AwaitBanner: awaitBanner(ConfirmAddressBanner) };
  }),
  'AwaitBanner',
);

/**
 * The page that a path belongs to. All conversations are one page, so that switching between them keeps the list; so are all sections of
 * the settings.
 */
const pageOf = (pathname: string): string => /^\/(?:messages|settings)(?=\/)/u.exec(pathname)?.[0] ?? pathname;

/** The frame of every page. Messages fill the window and scroll inside; all other pages scroll as a whole. */
export function Layout() {
  useScrollPosition();
  useSessionEnd();
  const isMember = useSession((state) => state.status === 'signed-in');
  const { Banner } = useBanner();
  const mustConfirm = useSession((state) => state.user?.must_verify_email === true);
  const isNarrow = useIsNarrow();
  const { pathname } = useLocation();
  const page = pageOf(pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another page
  useLayoutEffect(changeFont, [page]);
  const fills = page === '/messages';
  // On a phone, an open conversation fills the screen; its own header has the way back.
  const isThread = fills && page !== pathname;
  return (
    <div
      className={cx(
        'safe-x flex flex-col',
        fills ? 'h-(--visible-h,max(100dvh,20rem))' : 'min-h-dvh',
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
          <MemberParts />
        </ErrorBoundary>
      )}
      {mustConfirm && Banner && <Banner />}
      <ErrorBoundary resetKey={page} fallback={<PageFailed />}>
        {/* Keyed by page, since the router navigates in a transition, which would keep the old page on screen with no sign of loading. */}
        <Suspense key={page} fallback={<PageLoading />}>
          {mustConfirm && <AwaitBanner />}
          <Outlet />
        </Suspense>
      </ErrorBoundary>
      <ErrorBoundary resetKey={page} fallback={null}>
        {/* The placeholder takes the same space, so that nothing moves when the bar appears. A conversation has no bottom bar, as it
            has no top bar. */}
        {isNarrow && !isThread && (
          <Suspense
            fallback={
              <div className="sticky bottom-0 box-content short:static h-bar border-line border-t bg-ink pb-(--safe-bottom)" />
            }
          >
            <BottomBar />
          </Suspense>
        )}
      </ErrorBoundary>
      <Tooltips />
      <PageAnnouncer />
    </div>
  );
}
