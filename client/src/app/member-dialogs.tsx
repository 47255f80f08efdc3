import { type ComponentType, Suspense, useState } from 'react';
import { searchDialog } from '../chat/state/search-dialog';
import { useShortcuts } from '../core/device/shortcuts';
import { useSession } from '../core/session/session';
import { lazyPart } from '../lib/loading/lazy-part';
import { createDialog } from '../projects/state/create-dialog';
import { manageDialog } from '../projects/state/manage-dialog';
import { joinDialog } from '../requests/state/join-dialog';
import { reportDialog } from '../trust/state/report-dialog';
import { signOutDialog } from './nav/sign-out-dialog';

interface MemberDialog {
  useIsOpen: () => boolean;
  Dialog: ComponentType;
}

const dialogs: Record<string, MemberDialog> = {
  create: {
    useIsOpen: createDialog.useIsOpen,
    Dialog: lazyPart(() => import('../projects/screens/list/CreateProjectDialog'), 'CreateProjectDialog'),
  },
  join: {
    useIsOpen: joinDialog.useIsOpen,
    Dialog: lazyPart(() => import('../requests/screens/join/JoinDialog'), 'JoinDialog'),
  },
  manage: {
    useIsOpen: manageDialog.useIsOpen,
    Dialog: lazyPart(() => import('../projects/screens/manage/ManageDialog'), 'ManageDialog'),
  },
  search: {
    useIsOpen: searchDialog.useIsOpen,
    Dialog: lazyPart(() => import('../chat/screens/search/SearchDialog'), 'SearchDialog'),
  },
  shortcuts: {
    useIsOpen: () => useShortcuts((state) => state.listed),
    Dialog: lazyPart(() => import('./nav/ShortcutsDialog'), 'ShortcutsDialog'),
  },
  report: {
    useIsOpen: reportDialog.useIsOpen,
    Dialog: lazyPart(() => import('../trust/screens/ReportDialog'), 'ReportDialog'),
  },
  signOut: {
    useIsOpen: signOutDialog.useIsOpen,
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
