import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router-dom';
import { firstPage, forgetSessionEnd, useSession } from '../core/session/session';
import { isEmailedPage, nextPath, useAccountLink } from '../lib/links/next-path';
import type { LazyPart } from '../lib/loading/lazy-part';
import { PageLoading } from './page-fallbacks';

/**
 * A page for members only. Others are sent to /login, and return here after signing in. While a session is being restored, shows neither,
 * but already loads the page's code, which on a slow network takes longer than the server's answer.
 */
export function MembersOnly({ page: Page }: { page: LazyPart }) {
  const status = useSession((state) => state.status);
  useEffect(() => {
    if (status === 'loading') Page.preload();
  }, [status, Page]);
  if (status === 'loading') return <PageLoading />;
  return status === 'signed-in' ? <Page /> : <ToLogin />;
}

/**
 * Redirects to the login page. After a logout it doesn't lead back here; after an ended session it says so. The reason is read once, since
 * it is cleared afterwards.
 */
function ToLogin() {
  const link = useAccountLink();
  const { state } = useLocation();
  const end = useSession((session) => session.end);
  const [to] = useState(() => (end === 'logout' ? '/login' : link(end === null ? '/login' : ENDED)));
  // The history entry's state names the entries below it, so it's part of the way back.
  return <Navigate to={to} state={state} replace />;
}

/**
 * Login, sign-up and password reset. Redirects members to the page they were going to, unless an emailed link led here. Calls `begin` while a
 * visitor types, to load the members' code meanwhile: on a slow network that takes seconds.
 */
export function GuestsOnly({ begin }: { begin: () => void }) {
  const status = useSession((session) => session.status);
  const { pathname, search, state } = useLocation();
  if (isEmailedPage(pathname, search)) return <Outlet />;
  if (status === 'loading') return <PageLoading />;
  if (status === 'signed-out')
    return (
      <div className="contents" onInput={begin}>
        <Outlet />
      </div>
    );
  return (
    <>
      {/* Shown while the next page renders, which takes a moment on a slow device. */}
      <PageLoading />
      <Navigate to={firstPage(nextPath(search))} state={state} replace />
    </>
  );
}

/** The login page with a message that the session has ended. */
const ENDED = '/login?message=session-ended';

/**
 * When the server ends the session, goes from any page to /login (R2.2); signing in leads back. Exempt is the page behind an emailed link,
 * which may have ended the session itself and says what to do next.
 */
export function useSessionEnd(): void {
  const end = useSession((session) => session.end);
  const link = useAccountLink();
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (end === null) return;
    if (end === 'refused' && !isEmailedPage(pathname, search)) navigate(link(ENDED), { state, replace: true });
    forgetSessionEnd();
  }, [end, link, pathname, search, state, navigate]);
}
