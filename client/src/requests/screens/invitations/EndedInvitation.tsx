import type { Invitation } from '@sangam/shared/requests/invitations';
import { Chip } from '../../../ui/Chip';
import { WorkRow } from '../own/own-requests';
import { invitationWord } from './invitation-words';
import { InvitationFacts } from './ReceivedInvitation';

/** An invitation to the member that ended without a seat, and how. */
export const EndedInvitation = ({ invitation }: { invitation: Invitation }) => (
  <WorkRow
    projectId={invitation.ended_by === 'project_deleted' ? null : invitation.project_id}
    title={invitation.project_title}
    aside={<Chip tone="state">{invitationWord(invitation)}</Chip>}
    facts={<InvitationFacts invitation={invitation} />}
  />
);
