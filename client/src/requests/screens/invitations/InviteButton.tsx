import { isolate } from '@sangam/shared/core/isolate';
import { UserPlus } from 'lucide-react';
import type { ButtonVariant } from '../../../ui/button/Button';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { type Invitee, inviteDialog } from '../../state/invite-dialog';

interface InviteButtonProps {
  invitee: Invitee;
  variant?: ButtonVariant;
}

/** Opens the invite dialog for a member. */
export const InviteButton = ({ invitee, variant = 'secondary' }: InviteButtonProps) => (
  <OnlineButton
    size="sm"
    variant={variant}
    onClick={() => inviteDialog.open(invitee)}
    aria-label={`Invite ${isolate(invitee.name)}`}
  >
    <UserPlus aria-hidden className="size-4" />
    Invite
  </OnlineButton>
);
