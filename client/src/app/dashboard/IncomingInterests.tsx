import { IncomingInterest } from '../../requests/screens/incoming/IncomingInterest';
import { MessageLink } from '../../requests/screens/incoming/IncomingRequest';
import { AskedProject } from '../../requests/screens/parts/JoinRequestCard';
import { incomingInterests } from '../../requests/state/interests';
import { WorkSection } from '../work/WorkSection';

/** Pending interest in the member's projects. */
export const IncomingInterests = () => (
  <WorkSection
    title="Interest in my projects"
    arrives={['interest', 'interests']}
    what="interests"
    isPending
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
