import { type ComponentType, Suspense, useState } from 'react';
import { lazyPart } from '../lib/lazy-part';
import { useCreateDialog } from '../stores/create-dialog';
import { useJoinDialog } from '../stores/join-dialog';
import { useManageDialog } from '../stores/manage-dialog';
import { useReportDialog } from '../stores/report-dialog';
import { useSearchDialog } from '../stores/search-dialog';
import { useSession } from '../stores/session';
import { useShortcuts } from '../stores/shortcuts';
import { useSignOutDialog } from '../stores/sign-out';

interface MemberDialog {
  useIsOpen: () => boolean;
  Dialog: ComponentType;
}

const dialogs: Record<string, MemberDialog> = {
  create: {
    useIsOpen: () => useCreateDialog((state) => state.open),
    Dialog: lazyPart(() => import('../features/projects/CreateProjectDialog'), 'CreateProjectDialog'),
  },
  join: {
    useIsOpen: () => useJoinDialog((state) => state.projectId !== null),
    Dialog: lazyPart(() => import('../features/join/JoinDialog'), 'JoinDialog'),
  },
  manage: {
    useIsOpen: () => useManageDialog((state) => state.task !== null),
    Dialog: lazyPart(() => import('../features/manage/ManageDialog'), 'ManageDialog'),
  },
  search: {
    useIsOpen: () => useSearchDialog((state) => state.kind !== null),
    Dialog: lazyPart(() => import('../features/search/SearchDialog'), 'SearchDialog'),
  },
  shortcuts: {
    useIsOpen: () => useShortcuts((state) => state.listed),
    Dialog: lazyPart(() => import('../features/nav/ShortcutsDialog'), 'ShortcutsDialog'),
  },
  report: {
    useIsOpen: () => useReportDialog((state) => state.subject !== null),
    Dialog: lazyPart(() => import('../parts/ReportDialog'), 'ReportDialog'),
  },
  signOut: {
    useIsOpen: () => useSignOutDialog((state) => state.open),
    Dialog: lazyPart(() => import('../features/nav/SignOutDialog'), 'SignOutDialog'),
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
