import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { incomingInterests } from '../../requests/state/interests';
import { incomingRequests } from '../../requests/state/requests';
import { FIRST_MAX } from '../../ui/page/row-counts';
import { useAppears } from '../../ui/page/unseen';
import { AllInterests } from './IncomingInterests';
import { AllJoinRequests } from './JoinRequests';
import { useRowCount } from './WorkSection';

const noWords = ['', ''] as const;

/**
 * Join requests and interest in the member's projects: those with the next deadlines, or all at the fragments `#requests` and `#interests`.
 * A section stays after its last row is decided, to show the outcomes.
 */
export function ToMyProjects() {
  const hasRequests = useAppears(useRowCount(incomingRequests));
  const hasInterests = useAppears(useRowCount(incomingInterests));
  const hasAll = useLocation().hash === '#requests';
  return (
    <>
      {hasRequests && (
        <ScrolledIntoView isNamed={hasAll}>
          <AllJoinRequests title="Join requests to my projects" words={noWords} {...(!hasAll && { max: FIRST_MAX })} />
        </ScrolledIntoView>
      )}
      {hasInterests && <AllInterests />}
    </>
  );
}

/** A section that is scrolled into view when the address names it. */
function ScrolledIntoView({ isNamed, children }: { isNamed: boolean; children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNamed) area.current?.scrollIntoView();
  }, [isNamed]);
  return (
    <div ref={area} className="scroll-mt-20">
      {children}
    </div>
  );
}
