import { Suspense, useState } from 'react';
import { lazyPart } from '../lib/lazy-part';
import { useJoinDialog } from '../stores/join-dialog';
import { useSession } from '../stores/session';

const JoinDialog = lazyPart(() => import('../features/join/JoinDialog'), 'JoinDialog');

/** The dialog that asks to join a project, from a card or a page. It is loaded when first needed, and then keeps what was typed. */
export function JoinProjectHost() {
  const userId = useSession((state) => state.user?.id ?? null);
  return userId !== null && <MemberDialog key={userId} />;
}

function MemberDialog() {
  const open = useJoinDialog((state) => state.projectId !== null);
  const [needed, setNeeded] = useState(open);
  if (open && !needed) setNeeded(true);
  return needed && <Suspense>{<JoinDialog />}</Suspense>;
}
