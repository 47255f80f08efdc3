import { EndedInvitation } from '../../requests/screens/invitations/EndedInvitation';
import { endedInvitations } from '../../requests/state/invitations';
import { WorkSection } from './WorkSection';

/** Invitations to the member that ended without a seat. */
export const EndedInvitations = () => (
  <WorkSection
    title="Earlier invitations"
    what="invitations"
    kind="invitations"
    name="earlier-invitations"
    list={endedInvitations}
    renderRow={(invitation) => <EndedInvitation invitation={invitation} />}
  />
);
