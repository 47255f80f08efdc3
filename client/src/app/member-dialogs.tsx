import { type ComponentType, Suspense, useState } from 'react';
import { useSearchDialog } from '../chat/state/search-dialog';
import { useShortcuts } from '../core/device/shortcuts';
import { useSession } from '../core/session/session';
import { lazyPart } from '../lib/loading/lazy-part';
import { useSignOutDialog } from '../people/state/sign-out';
import { useCreateDialog } from '../projects/state/create-dialog';
import { useManageDialog } from '../projects/state/manage-dialog';
import { useJoinDialog } from '../requests/state/join-dialog';
import { useReportDialog } from '../trust/state/report-dialog';

interface MemberDialog {
  useIsOpen: () => boolean;
  Dialog: ComponentType;
}

const dialogs: Record<string, MemberDialog> = {
  create: {
    useIsOpen: () => useCreateDialog((state) => state.open),
    Dialog: lazyPart(() => import('../projects/screens/list/CreateProjectDialog'), 'CreateProjectDialog'),
  },
  join: {
    useIsOpen: () => useJoinDialog((state) => state.projectId !== null),
    Dialog: lazyPart(() => import('../requests/screens/join/JoinDialog'), 'JoinDialog'),
  },
  manage: {
    useIsOpen: () => useManageDialog((state) => state.task !== null),
    Dialog: lazyPart(() => import('../projects/screens/manage/ManageDialog'), 'ManageDialog'),
  },
  search: {
    useIsOpen: () => useSearchDialog((state) => state.kind !== null),
    Dialog: lazyPart(() => import('../chat/screens/search/SearchDialog'), 'SearchDialog'),
  },
  shortcuts: {
    useIsOpen: () => useShortcuts((state) => state.listed),
    Dialog: lazyPart(() => import('./nav/ShortcutsDialog'), 'ShortcutsDialog'),
  },
  report: {
    useIsOpen: () => useReportDialog((state) => state.subject !== null),
    Dialog: lazyPart(() => import('../trust/screens/ReportDialog'), 'ReportDialog'),
  },
  signOut: {
    useIsOpen: () => useSignOutDialog((state) => state.open),
    Dialog: lazyPart(() => import('./nav/SignOutDialog'), 'SignOutDialog'),
  },
};

/** The dialogs over whichever screen a member is on. The next member gets others: what was typed in them is nobody else's. */
export function MemberDialogs() {
  const userId = useSession((state) => state.user?.id ?? null);
  if (userId === null) return null;
  return Object.entries(dialogs).map(([name, dialog]) => <OnceNeeded key={`${name} ${userId}`} {...dialog} />);
}

/** Loads a dialog when it is first asked for; from then on it keeps what was typed. */
function OnceNeeded({ useIsOpen, Dialog }: MemberDialog) {
  const isOpen = useIsOpen();
  const [needed, setNeeded] = useState(isOpen);
  if (isOpen && !needed) setNeeded(true);
  return needed && <Suspense>{<Dialog />}</Suspense>;
}
