import type { Invitation } from '@sangam/shared/requests/invitations';
import { ReceivedInvitation } from './ReceivedInvitation';
import { SentInvitation } from './SentInvitation';

/** An invitation in the conversation between creator and invitee. `own`: the reader has sent it. */
export const InvitationCard = ({ invitation, own }: { invitation: Invitation; own: boolean }) =>
  own ? <SentInvitation invitation={invitation} /> : <ReceivedInvitation invitation={invitation} />;
