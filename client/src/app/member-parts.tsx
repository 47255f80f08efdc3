import { useEffect } from 'react';
import { ConnectionBanner } from './connection-banner';
import { CreateProjectHost } from './create-project';
import { JoinProjectHost } from './join-project';
import { ManageProjectHost } from './manage-project';
import { followUpdates } from './updates';
import { useRouteWatch } from './use-route-watch';

/** What every page has for members only. Visitors never load it. */
export function MemberParts() {
  useRouteWatch();
  useEffect(followUpdates, []);
  return (
    <>
      <ConnectionBanner />
      <CreateProjectHost />
      <JoinProjectHost />
      <ManageProjectHost />
    </>
  );
}
