import { IncomingInterest } from '../../requests/screens/incoming/IncomingInterest';
import { MessageLink } from '../../requests/screens/incoming/IncomingRequest';
import { ProjectTitleLink } from '../../requests/screens/parts/JoinRequestCard';
import { useDeadlineOrder } from '../../requests/state/deadline-order';
import { incomingInterests } from '../../requests/state/interests';
import { DASHBOARD_MAX } from '../../ui/page/row-counts';
import { WorkSection } from './WorkSection';

/** The pending interests in the member's projects that need an answer next. */
export const IncomingInterests = () => <AllInterests max={DASHBOARD_MAX} />;

/** Pending interest in the member's projects. */
export const AllInterests = ({ max }: { max?: number }) => (
  <WorkSection
    title="Interest in my projects"
    newRowNames={['interested member', 'interested members']}
    what="interest"
    isPending
    name="interests"
    order={useDeadlineOrder()}
    {...(max && { max })}
    place="interests"
    list={incomingInterests}
    renderRow={(interest) => (
      <IncomingInterest
        interest={interest}
        about={
          <>
            is interested in <ProjectTitleLink id={interest.project_id} title={interest.project_title} />
          </>
        }
      >
        <MessageLink id={interest.requester_id} name={interest.requester_name} />
      </IncomingInterest>
    )}
  />
);
