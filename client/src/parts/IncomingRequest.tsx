import type { JoinRequest } from '@sangam/shared/contract/join-requests';
import type { ReactNode } from 'react';
import toast from 'react-hot-toast';
import { errorText } from '../api/errors';
import { type DeclineWhy, decideJoinRequest, useDeciding } from '../stores/requests';
import { JoinRequestCard } from '../ui/JoinRequestCard';
import { TimeAgo } from '../ui/TimeAgo';
import { AnswerBy } from './AnswerBy';
import { DeclineMenu } from './DeclineMenu';

interface IncomingRequestProps {
  request: JoinRequest;
  fresh: boolean;
  /** Further actions, such as the way to write to the one who asks. */
  children?: ReactNode;
}

/** One request with its two answers. */
export function IncomingRequest({ request, fresh, children }: IncomingRequestProps) {
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
      {children}
      <p className="w-full">
        <AnswerBy request={request} />
      </p>
    </JoinRequestCard>
  );
}
