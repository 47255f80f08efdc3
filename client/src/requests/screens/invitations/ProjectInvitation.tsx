import type { Invitation } from '@sangam/shared/requests/invitations';
import { Still } from '../../../ui/decision/StillRow';
import { InvitationAnswer, InvitationFacts } from './ReceivedInvitation';

/** The reader's invitation on the page of its project, in place of Join. */
export const ProjectInvitation = ({ invitation }: { invitation: Invitation }) => (
  <Still data-decision className="content-start gap-3">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
      <InvitationFacts invitation={invitation} />
    </div>
    <InvitationAnswer invitation={invitation} variant="primary" />
  </Still>
);
