import { Navigate, Outlet } from 'react-router-dom';
import { useSession } from '../stores/session';
import { PageSkeleton } from './page-skeleton';

/** Members only; everybody else goes to /login. A session that is still being restored shows neither page. */
export function MembersOnly() {
  const status = useSession((state) => state.status);
  if (status === 'loading') return <PageSkeleton />;
  return status === 'signed-in' ? <Outlet /> : <Navigate to="/login" replace />;
}

/** Login, signup and the reset pages: a signed-in member goes to the dashboard. */
export function GuestsOnly() {
  const status = useSession((state) => state.status);
  if (status === 'loading') return <PageSkeleton />;
  return status === 'signed-out' ? <Outlet /> : <Navigate to="/dashboard" replace />;
}
