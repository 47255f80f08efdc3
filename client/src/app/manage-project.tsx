import { Suspense, useState } from 'react';
import { lazyPart } from '../lib/lazy-part';
import { useManageDialog } from '../stores/manage-dialog';
import { useSession } from '../stores/session';

const ManageDialog = lazyPart(() => import('../features/manage/ManageDialog'), 'ManageDialog');

/** The dialog in which a creator manages a project. It is loaded when first needed. */
export function ManageProjectHost() {
  const userId = useSession((state) => state.user?.id ?? null);
  return userId !== null && <MemberDialog key={userId} />;
}

function MemberDialog() {
  const open = useManageDialog((state) => state.task !== null);
  const [needed, setNeeded] = useState(open);
  if (open && !needed) setNeeded(true);
  return needed && <Suspense>{<ManageDialog />}</Suspense>;
}
