import type { JoinRequest } from '@sangam/shared/contract/join-requests';
import toast from 'react-hot-toast';
import { errorText } from '../api/errors';
import { chatLink } from '../lib/chat-link';
import { type DeclineWhy, decideJoinRequest, useDeciding } from '../stores/requests';
import { ButtonLink } from '../ui/ButtonLink';
import { JoinRequestCard } from '../ui/JoinRequestCard';
import { TimeAgo } from '../ui/TimeAgo';
import { AnswerBy } from './AnswerBy';
import { DeclineMenu } from './DeclineMenu';

/** One request with its two answers and the way to write to the one who asks. */
export function IncomingRequest({ request, fresh }: { request: JoinRequest; fresh: boolean }) {
  const busy = useDeciding(({ ids }) => ids.has(request.id));
  const decide = async (status: 'accepted' | 'rejected', why?: DeclineWhy) => {
    if (busy) return;
    const answer = await decideJoinRequest(request.id, status, why);
    if (answer.ok) toast.success(`Request ${status}`);
    else toast.error(errorText(answer.error, 'Failed to update join request'));
  };
  return (
    <JoinRequestCard
      request={request}
      when={<TimeAgo time={request.created_at} />}
      onDecide={(status) => decide(status)}
      busy={busy}
      fresh={fresh}
    >
      <DeclineMenu name={request.user_name} onDecline={(why) => decide('rejected', why)} />
      <ButtonLink
        {...chatLink(request.user_id, request.user_name)}
        variant="ghost"
        size="sm"
        className="-mr-3 ml-auto"
        aria-label={`Message ${request.user_name}`}
      >
        Message
      </ButtonLink>
      <p className="w-full">
        <AnswerBy request={request} />
      </p>
    </JoinRequestCard>
  );
}
