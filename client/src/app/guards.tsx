import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router-dom';
import { firstPage, forgetSessionEnd, useSession } from '../core/session/session';
import { nextPath, useAccountLink } from '../lib/links/next-path';
import { PageLoading } from './page-fallbacks';

/** Members only; everybody else goes to /login, and from there back here. A session that is still being restored shows neither page. */
export function MembersOnly() {
  const status = useSession((state) => state.status);
  if (status === 'loading') return <PageLoading />;
  return status === 'signed-in' ? <Outlet /> : <ToLogin />;
}

/** Who logged out has no way back; whose session ended is told so. It is forgotten once read, so it is read once. */
function ToLogin() {
  const link = useAccountLink();
  const { state } = useLocation();
  const end = useSession((session) => session.end);
  const [to] = useState(() => (end === 'logout' ? '/login' : link(end === null ? '/login' : ENDED)));
  // The state of a history entry is part of the way back: it tells what lies below in the history.
  return <Navigate to={to} state={state} replace />;
}

/** Login, signup and the reset pages: a member goes on to where the sign-in leads. */
export function GuestsOnly() {
  const status = useSession((session) => session.status);
  const { search, state } = useLocation();
  if (status === 'loading') return <PageLoading />;
  return status === 'signed-out' ? <Outlet /> : <Navigate to={firstPage(nextPath(search))} state={state} replace />;
}

/** The login page that says that the session has ended. */
const ENDED = '/login?message=session-ended';

/** A session that the server has ended leads to /login from any page, also from a public one (R2.2), and back after it. */
export function useSessionEnd(): void {
  const end = useSession((session) => session.end);
  const link = useAccountLink();
  const { state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (end === null) return;
    if (end === 'refused') navigate(link(ENDED), { state, replace: true });
    forgetSessionEnd();
  }, [end, link, state, navigate]);
}
