import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useList } from '../../core/store/list';
import { incomingInterests } from '../../requests/state/interests';
import { incomingRequests } from '../../requests/state/requests';
import { AllInterests } from './IncomingInterests';
import { AllJoinRequests } from './JoinRequests';
import { FIRST_MAX } from './row-counts';

/** Join requests and interest in the member's projects: those that end next, and all at the addresses `#requests` and `#interests`. */
export function ToMyProjects() {
  const requests = useList(incomingRequests).total ?? 0;
  const interests = useList(incomingInterests).total ?? 0;
  const hasAll = useLocation().hash === '#requests';
  return (
    <>
      {requests > 0 && (
        <Named isNamed={hasAll}>
          <AllJoinRequests title="Join requests to my projects" {...(!hasAll && { max: FIRST_MAX })} />
        </Named>
      )}
      {interests > 0 && <AllInterests />}
    </>
  );
}

/** A section that comes on screen when the address names it. */
function Named({ isNamed, children }: { isNamed: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNamed) place.current?.scrollIntoView();
  }, [isNamed]);
  return (
    <div ref={place} className="scroll-mt-20">
      {children}
    </div>
  );
}
