import { useEffect } from 'react';
import toast from 'react-hot-toast';
import { Navigate } from 'react-router-dom';
import { useSession } from '../core/session/session';
import { withNext } from '../lib/links/next-path';
import { createDialog } from '../projects/state/create-dialog';
import { PageSkeleton } from './page-skeleton';

/** `/projects/new`, the first of the dashboard's quick links: the list with the dialog open over it. */
export function NewProject() {
  const status = useSession((state) => state.status);
  useEffect(() => {
    if (status === 'signed-in') createDialog.open(true);
    if (status === 'signed-out') toast.error('Please log in to create a project', { id: 'new-project' });
  }, [status]);
  if (status === 'loading') return <PageSkeleton />;
  return <Navigate to={status === 'signed-in' ? '/projects' : withNext('/login', '/projects/new')} replace />;
}
