import type { Invitation } from '@sangam/shared/requests/invitations';
import { Still } from '../../../ui/decision/StillRow';
import { ReceivedInvitation } from './ReceivedInvitation';

/** The reader's invitation on the project's page, in place of Join. */
export const ProjectInvitation = ({ invitation }: { invitation: Invitation }) => (
  <Still data-decision className="-mx-4">
    <ReceivedInvitation invitation={invitation} />
  </Still>
);
