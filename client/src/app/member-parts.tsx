import { useEffect } from 'react';
import { ConnectionBanner } from './connection-banner';
import { MemberDialogs } from './member-dialogs';
import { followUpdates } from './updates';
import { usePush } from './use-push';
import { useRouteWatch } from './use-route-watch';

/** What every page has for members only. Visitors never load it. */
export function MemberParts() {
  useRouteWatch();
  usePush();
  useEffect(followUpdates, []);
  return (
    <>
      <ConnectionBanner />
      <MemberDialogs />
    </>
  );
}
