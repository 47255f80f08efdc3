import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { forgetSessionEnd, useSession } from '../core/session/session';
import { useAccountLink } from '../lib/links/next-path';

/** The login page that says that the session has ended. */
export const ENDED = '/login?message=session-ended';

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
