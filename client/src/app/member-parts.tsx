import { Suspense, useEffect } from 'react';
import { lazyPart } from '../lib/lazy-part';
import { useSession } from '../stores/session';
import { ConnectionBanner } from './connection-banner';
import { MemberDialogs } from './member-dialogs';
import { followUpdates } from './updates';
import { usePush } from './use-push';
import { useRouteWatch } from './use-route-watch';
import { useShortcutKeys } from './use-shortcuts';

// Nearly everybody has confirmed theirs.
const ConfirmAddress = lazyPart(() => import('./confirm-address'), 'ConfirmAddress');

/** What every page has for members only. Visitors never load it. */
export function MemberParts() {
  const mustConfirm = useSession((state) => state.user?.must_verify_email === true);
  useRouteWatch();
  usePush();
  useShortcutKeys();
  useEffect(followUpdates, []);
  return (
    <>
      <ConnectionBanner />
      {mustConfirm && (
        <Suspense>
          <ConfirmAddress />
        </Suspense>
      )}
      <MemberDialogs />
    </>
  );
}
