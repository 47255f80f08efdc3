import { Suspense, useState } from 'react';
import { lazyPart } from '../lib/lazy-part';
import { useCreateDialog } from '../stores/create-dialog';
import { useSession } from '../stores/session';

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
