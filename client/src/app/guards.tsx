import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router-dom';
import { firstPage, forgetSessionEnd, useSession } from '../core/session/session';
import { isMailedPage, nextPath, useAccountLink } from '../lib/links/next-path';
import type { LazyPart } from '../lib/loading/lazy-part';
import { PageLoading } from './page-fallbacks';

/**
 * A page for members only. Others go to /login and return here from it. Renders neither while a session is being
 * restored, but loads the page's code in the meantime: on a slow line it takes longer than the server's answer.
 */
export function MembersOnly({ page: Page }: { page: LazyPart }) {
  const status = useSession((state) => state.status);
  useEffect(() => {
    if (status === 'loading') Page.begin();
  }, [status, Page]);
  if (status === 'loading') return <PageLoading />;
  return status === 'signed-in' ? <Page /> : <ToLogin />;
}

/**
 * After a logout the login page has no way back; after an ended session it says so. The end is read once, since it's
 * cleared afterwards.
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
 * Login, signup and password reset: sends members on to the page they were going to, unless a mailed link led here. Calls
 * `begin` while a visitor types, so that the code of members' pages loads in the meantime: on a slow line it takes seconds.
 */
export function GuestsOnly({ begin }: { begin: () => void }) {
  const status = useSession((session) => session.status);
  const { pathname, search, state } = useLocation();
  if (isMailedPage(pathname, search)) return <Outlet />;
  if (status === 'loading') return <PageLoading />;
  if (status === 'signed-out')
    return (
      <div className="contents" onInput={begin}>
        <Outlet />
      </div>
    );
  return (
    <>
      {/* On a slow device, the next page takes a moment. */}
      <PageLoading />
      <Navigate to={firstPage(nextPath(search))} state={state} replace />
    </>
  );
}

/** The login page with a message that the session has ended. */
const ENDED = '/login?message=session-ended';

/**
 * A session ended by the server leads from any page to /login (R2.2), and back to the page after the sign-in. Not from the page
 * behind a mailed link, which may have ended the session itself and says what comes next.
 */
export function useSessionEnd(): void {
  const end = useSession((session) => session.end);
  const link = useAccountLink();
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (end === null) return;
    if (end === 'refused' && !isMailedPage(pathname, search)) navigate(link(ENDED), { state, replace: true });
    forgetSessionEnd();
  }, [end, link, pathname, search, state, navigate]);
}
