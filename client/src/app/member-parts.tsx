import { Suspense, useEffect } from 'react';
import { useSession } from '../core/session/session';
import { lazyPart } from '../lib/loading/lazy-part';
import { usePush } from '../notices/screens/announce/use-web-push';
import { ConnectionBanner } from './connection-banner';
import { MemberDialogs } from './member-dialogs';
import { followUpdates } from './updates';
import { useRouteWatch } from './use-route-watch';
import { useShortcutKeys } from './use-shortcuts';

// Nearly everybody has confirmed theirs.
const ConfirmAddress = lazyPart(() => import('../people/screens/account/ConfirmAddressBanner'), 'ConfirmAddress');

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
