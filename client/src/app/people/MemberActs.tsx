import { MessageCircle, UserPlus } from 'lucide-react';
import { chatLink } from '../../lib/links/chat-link';
import { inviteDialog } from '../../requests/state/invite-dialog';
import { ButtonLink } from '../../ui/button/ButtonLink';
import { OnlineButton } from '../../ui/button/OnlineButton';
import { Card } from '../../ui/Card';

/** Writes to the member or invites them. */
export const MemberActs = ({ id, name }: { id: number; name: string }) => (
  <Card className="grid gap-2 max-lg:-order-1">
    <ButtonLink {...chatLink(id, name)} aria-label={`Message ${name}`} variant="primary" block>
      <MessageCircle aria-hidden className="size-4.5" />
      Message
    </ButtonLink>
    <OnlineButton onClick={() => inviteDialog.open({ id, name })} block>
      <UserPlus aria-hidden className="size-4" />
      Invite to a project…
    </OnlineButton>
  </Card>
);
