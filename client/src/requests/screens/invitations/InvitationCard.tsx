import type { Invitation } from '@sangam/shared/requests/invitations';
import { ReceivedInvitation } from './ReceivedInvitation';
import { SentInvitation } from './SentInvitation';

/** An invitation in the conversation of its two sides. `own`: the reader has sent it. */
export const InvitationCard = ({ invitation, own }: { invitation: Invitation; own: boolean }) =>
  own ? <SentInvitation invitation={invitation} /> : <ReceivedInvitation invitation={invitation} />;
