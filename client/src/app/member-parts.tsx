import { useEffect } from 'react';
import { ConnectionBanner } from './connection-banner';
import { MemberDialogs } from './member-dialogs';
import { followUpdates } from './updates';
import { useRouteWatch } from './use-route-watch';

/** What every page has for members only. Visitors never load it. */
export function MemberParts() {
  useRouteWatch();
  useEffect(followUpdates, []);
  return (
    <>
      <ConnectionBanner />
      <MemberDialogs />
    </>
  );
}
