import { isolate } from '@sangam/shared/core/isolate';
import type { Invitation } from '@sangam/shared/requests/invitations';
import toast from 'react-hot-toast/headless';
import { actFailureText } from '../../../core/api/errors';
import { Chip } from '../../../ui/Chip';
import { Decided } from '../../../ui/decision/Decided';
import { useAsk } from '../../../ui/decision/use-ask';
import { LongText } from '../../../ui/LongText';
import { TimeAgo } from '../../../ui/TimeAgo';
import { withdrawInvitation } from '../../state/invitation-acts';
import { invitations } from '../../state/invitations';
import { AsRole, RequestHead, requestRowClass } from '../parts/JoinRequestCard';
import { wordByName } from '../parts/request-details';
import { sentInvitationWord } from './invitation-words';

/** An invitation that the member has sent: its message, state, and a way to withdraw it. */
export function SentInvitation({ invitation: listed }: { invitation: Invitation }) {
  const invitation = invitations.use(({ byId }) => byId[listed.id]) ?? listed;
  const { user_id, user_name, role_name, message, status, ended_by } = invitation;
  const isPending = status === 'pending' && ended_by !== 'no_answer';
  const { button, panel, isDone } = useAsk({
    label: 'Withdraw',
    name: `Withdraw the invitation to ${isolate(user_name)}`,
    question: 'Withdraw the invitation',
    consequence: `You can’t invite ${isolate(user_name)} again unless they ask to join or show interest.`,
    yes: 'Withdraw invitation',
    no: 'Keep it',
    act: async () => {
      const answer = await withdrawInvitation(invitation);
      if (!answer.ok) toast.error(actFailureText(answer.error, 'Failed to withdraw the invitation'));
      return answer.ok;
    },
    done: status === 'withdrawn' ? <p>You withdrew the invitation</p> : null,
  });
  return (
    <div data-decision className={requestRowClass}>
      <RequestHead id={user_id} name={user_name} when={<TimeAgo time={invitation.created_at} />}>
        {role_name && (
          <>
            invited
            <AsRole name={role_name} />
          </>
        )}
      </RequestHead>
      {message !== '' && <LongText text={message} of={`your message to ${isolate(user_name)}`} />}
      <div className="flex flex-wrap items-center gap-2">
        <Chip tone="state" isOutcome>
          {wordByName(sentInvitationWord(invitation))}
        </Chip>
        <Decided outcome={isPending ? null : ''}>{button}</Decided>
      </div>
      {(isPending || isDone) && panel}
    </div>
  );
}
