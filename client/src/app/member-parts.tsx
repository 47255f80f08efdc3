import { type ComponentType, useEffect, useState } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { searchDialog } from '../chat/state/search-dialog';
import { setShortcutsListed, useShortcuts } from '../core/device/shortcuts';
import { setProjectWatch } from '../core/realtime/on-screen';
import { useSession } from '../core/session/session';
import { lazyPart } from '../lib/loading/lazy-part';
import { useWebPush } from '../notices/screens/announce/use-web-push';
import { createDialog, manageDialog } from '../projects/state/dialogs';
import { inviteDialog } from '../requests/state/invite-dialog';
import { joinDialog } from '../requests/state/requests';
import { reportDialog } from '../trust/state/report-dialog';
import { DialogLoading, TakesKeyboard } from '../ui/overlay/TakesKeyboard';
import { ConnectionBanner } from './connection-banner';
import { logOutDialog } from './nav/log-out';
import { useShortcutKeys } from './shortcut-keys';
import { followUpdates } from './updates';

/** The members-only parts of every page. Visitors never load them. */
export function MemberParts() {
  useRouteWatch();
  useWebPush();
  useShortcutKeys();
  useEffect(followUpdates, []);
  return (
    <>
      <ConnectionBanner />
      <MemberDialogs />
    </>
  );
}

interface MemberDialog {
  useIsOpen: () => boolean;
  close: () => void;
  Dialog: ComponentType;
}

const dialogs: Record<string, MemberDialog> = {
  create: {
    useIsOpen: createDialog.useIsOpen,
    close: createDialog.close,
    Dialog: lazyPart(() => import('../projects/screens/list/CreateProjectDialog'), 'CreateProjectDialog'),
  },
  join: {
    useIsOpen: joinDialog.useIsOpen,
    close: joinDialog.close,
    Dialog: lazyPart(() => import('../requests/screens/join/JoinDialog'), 'JoinDialog'),
  },
  invite: {
    useIsOpen: inviteDialog.useIsOpen,
    close: inviteDialog.close,
    Dialog: lazyPart(() => import('../requests/screens/invitations/InviteDialog'), 'InviteDialog'),
  },
  manage: {
    useIsOpen: manageDialog.useIsOpen,
    close: manageDialog.close,
    Dialog: lazyPart(() => import('../projects/screens/manage/ManageDialog'), 'ManageDialog'),
  },
  search: {
    useIsOpen: searchDialog.useIsOpen,
    close: searchDialog.close,
    Dialog: lazyPart(() => import('../chat/screens/search/SearchDialog'), 'SearchDialog'),
  },
  shortcuts: {
    useIsOpen: () => useShortcuts((state) => state.listed),
    close: () => setShortcutsListed(false),
    Dialog: lazyPart(() => import('./nav/ShortcutsDialog'), 'ShortcutsDialog'),
  },
  report: {
    useIsOpen: reportDialog.useIsOpen,
    close: reportDialog.close,
    Dialog: lazyPart(() => import('../trust/screens/report/ReportDialog'), 'ReportDialog'),
  },
  logOut: {
    useIsOpen: logOutDialog.useIsOpen,
    close: logOutDialog.close,
    Dialog: lazyPart(() => import('./nav/LogOutDialog'), 'LogOutDialog'),
  },
};

/** The dialogs that can open over any screen. Another member gets new ones, without the text that the last one typed. */
export function MemberDialogs() {
  const userId = useSession((state) => state.user?.id ?? null);
  if (userId === null) return null;
  return Object.entries(dialogs).map(([name, dialog]) => <OnceNeeded key={`${name}:${userId}`} {...dialog} />);
}

/** Loads a dialog when it first opens, and keeps it mounted so that typed text stays. */
function OnceNeeded({ useIsOpen, close, Dialog }: MemberDialog) {
  const isOpen = useIsOpen();
  const [needed, setNeeded] = useState(isOpen);
  if (isOpen && !needed) setNeeded(true);
  return (
    needed && (
      <TakesKeyboard onLeave={close} fallback={isOpen && <DialogLoading />} isAsked={isOpen}>
        <Dialog />
      </TakesKeyboard>
    )
  );
}

/** Sets the projects on screen from the address. The server sends events about these only. */
function useRouteWatch(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const id = Number(matchPath('/projects/:id', pathname)?.params.id);
    setProjectWatch({
      list: ['/projects', '/dashboard', '/work', '/people/:id'].some((page) => matchPath(page, pathname)),
      project_id: Number.isSafeInteger(id) && id > 0 ? id : null,
    });
  }, [pathname]);
}
