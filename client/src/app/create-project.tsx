import { Suspense, useEffect, useState } from 'react';
import toast from 'react-hot-toast';
import { Navigate } from 'react-router-dom';
import { lazyPart } from '../lib/lazy-part';
import { withNext } from '../lib/next-path';
import { setCreateDialog, useCreateDialog } from '../stores/create-dialog';
import { useSession } from '../stores/session';
import { PageSkeleton } from './page-skeleton';

const CreateProjectDialog = lazyPart(() => import('../features/projects/CreateProjectDialog'), 'CreateProjectDialog');

/** The create-project dialog over whichever screen one is on. It is loaded when first asked for, and then keeps what was typed. */
export function CreateProjectHost() {
  const userId = useSession((state) => state.user?.id ?? null);
  return userId !== null && <MemberDialog key={userId} />;
}

function MemberDialog() {
  const open = useCreateDialog((state) => state.open);
  const [needed, setNeeded] = useState(open);
  if (open && !needed) setNeeded(true);
  return needed && <Suspense>{<CreateProjectDialog />}</Suspense>;
}

/** `/projects/new`, the first of the dashboard's quick links: the list with the dialog open over it. */
export function NewProject() {
  const status = useSession((state) => state.status);
  useEffect(() => {
    if (status === 'signed-in') setCreateDialog(true);
    if (status === 'signed-out') toast.error('Please log in to create a project', { id: 'new-project' });
  }, [status]);
  if (status === 'loading') return <PageSkeleton />;
  return <Navigate to={status === 'signed-in' ? '/projects' : withNext('/login', '/projects/new')} replace />;
}
