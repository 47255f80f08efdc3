import type { Invitation } from '@sangam/shared/requests/invitations';
import toast from 'react-hot-toast/headless';
import { errorText } from '../../../core/api/errors';
import { Avatar } from '../../../ui/Avatar';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { Chip } from '../../../ui/Chip';
import { Decided } from '../../../ui/decision/Decided';
import { LongText } from '../../../ui/LongText';
import { MemberName } from '../../../ui/MemberName';
import { TimeAgo } from '../../../ui/TimeAgo';
import { withdrawInvitation } from '../../state/invitation-acts';
import { invitations } from '../../state/invitations';
import { sentInvitationWord } from './invitation-words';

/** An invitation that the member has sent: its message, state, and a way to withdraw it. */
export function SentInvitation({ invitation: listed }: { invitation: Invitation }) {
  const invitation = invitations.use(({ byId }) => byId[listed.id]) ?? listed;
  const { user_id, user_name, role_name, message, status, ended_by } = invitation;
  const withdraw = async () => {
    const answer = await withdrawInvitation(invitation);
    if (!answer.ok) toast.error(errorText(answer.error, 'Failed to withdraw the invitation'));
  };
  return (
    <div data-decision className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 sm:px-5">
      <Avatar id={user_id} name={user_name} size="sm" />
      <div className="min-w-0 grow basis-56">
        <p className="break-words font-semibold text-sm">
          <MemberName id={user_id} name={user_name} />
        </p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-faint text-xs">
          <p className="facts min-w-0 break-words">
            {role_name && <span>Role: {role_name}</span>}
            <TimeAgo time={invitation.created_at} />
          </p>
          {message !== '' && (
            <div className="w-full text-muted">
              <LongText text={message} of={`your message to ${user_name}`} />
            </div>
          )}
        </div>
      </div>
      <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
        <Chip tone="state">{sentInvitationWord(invitation)}</Chip>
        <Decided outcome={status === 'pending' || ended_by === 'no_answer' ? null : ''} className="-mr-3">
          <OnlineButton
            size="sm"
            variant="ghost"
            onClick={withdraw}
            aria-label={`Withdraw the invitation to ${user_name}`}
          >
            Withdraw
          </OnlineButton>
        </Decided>
      </div>
    </div>
  );
}
