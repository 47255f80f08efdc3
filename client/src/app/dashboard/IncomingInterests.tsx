import { Link } from 'react-router-dom';
import { IncomingInterest } from '../../requests/screens/incoming/IncomingInterest';
import { MessageLink } from '../../requests/screens/incoming/IncomingRequest';
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
          <p className="break-words text-muted text-sm">
            is interested in{' '}
            <Link to={`/projects/${interest.project_id}`} className="font-medium text-fg hover:underline">
              <bdi>{interest.project_title}</bdi>
            </Link>
          </p>
        }
      >
        <MessageLink id={interest.requester_id} name={interest.requester_name} />
      </IncomingInterest>
    )}
    empty={null}
  />
);
