import type { Interest } from '@sangam/shared/requests/interests';
import { IncomingInterest } from '../../requests/screens/incoming/IncomingInterest';
import { MessageLink } from '../../requests/screens/incoming/IncomingRequest';
import { AskedProject } from '../../requests/screens/parts/JoinRequestCard';
import { incomingInterests } from '../../requests/state/interests';
import { FIRST_MAX, soonest } from './soonest';
import { type FirstRows, WorkSection } from './WorkSection';

/** The pending interests in the member's projects that need an answer next. */
export const IncomingInterests = () => <AllInterests first={firstInterests} />;

export const firstInterests: FirstRows<Interest> = { max: FIRST_MAX, of: soonest, to: '/work#interests' };

/** Pending interest in the member's projects. */
export const AllInterests = ({ first }: { first?: FirstRows<Interest> }) => (
  <WorkSection
    title="Interest in my projects"
    arrives={['interest', 'interests']}
    what="interests"
    isPending
    first={first}
    place="interests"
    list={incomingInterests}
    row={(interest) => (
      <IncomingInterest
        interest={interest}
        about={
          <>
            is interested in <AskedProject id={interest.project_id} title={interest.project_title} />
          </>
        }
      >
        <MessageLink id={interest.requester_id} name={interest.requester_name} />
      </IncomingInterest>
    )}
    empty={null}
  />
);
