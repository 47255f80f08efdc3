import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { MessageCircle } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import toast from 'react-hot-toast';
import { errorText } from '../../../core/api/errors';
import { chatLink } from '../../../lib/links/chat-link';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { TimeAgo } from '../../../ui/TimeAgo';
import { type DeclineInput, decideJoinRequest, stageOf, useDeciding } from '../../state/requests';
import { addToWaitlist, useIsFull } from '../../state/waitlist';
import { JoinRequestCard } from '../parts/JoinRequestCard';
import { AnswerBy, RequestAnswers, WaitlistPlace } from '../parts/request-details';
import { DeclineMenu } from './DeclineMenu';

interface IncomingRequestProps {
  request: JoinRequest;
  fresh: boolean;
  /** Stands below the applicant's skills and answers. */
  note?: ReactNode;
  /** Further actions, such as a link to message the applicant. */
  children?: ReactNode;
}

/** A join request with Accept and Reject. */
export function IncomingRequest({ request, fresh, note, children }: IncomingRequestProps) {
  const busy = useDeciding(({ ids }) => ids.has(request.id));
  const stage = stageOf(request);
  const [refused, setRefused] = useState(false);
  const isFull = useIsFull(request.project_id) || refused;
  const toWaitlist = async () => {
    if (busy) return;
    const answer = await addToWaitlist(request.id);
    if (answer.ok) toast.success(`${request.user_name} is on the waitlist`);
    else toast.error(errorText(answer.error, 'Failed to update join request'));
  };
  const decide = async (status: 'accepted' | 'rejected', why?: DeclineInput) => {
    if (busy) return;
    const answer = await decideJoinRequest(request.id, status, why);
    if (answer.ok) toast.success(`Request ${status}`);
    else {
      if (answer.error.kind === 'server' && answer.error.code === 'PROJECT_FULL') setRefused(true);
      toast.error(errorText(answer.error, 'Failed to update join request'));
    }
  };
  return (
    <JoinRequestCard
      request={request}
      when={<TimeAgo time={request.created_at} />}
      accept={stage === 'pending' ? (isFull ? 'Add to waitlist' : 'Accept') : null}
      onDecide={(status) => (status === 'accepted' && isFull ? toWaitlist() : decide(status))}
      busy={busy}
      fresh={fresh}
      note={
        <>
          <RequestAnswers request={request} />
          {note}
        </>
      }
    >
      <DeclineMenu name={request.user_name} onDecline={(why) => decide('rejected', why)} />
      {children}
      <p className="w-full">
        <AnswerBy request={request} />
        <WaitlistPlace request={request} />
        {stage === 'pending' && isFull && <span className="block text-muted text-xs">No seat is free.</span>}
      </p>
    </JoinRequestCard>
  );
}

/** A link from a row to the conversation with its member. */
export function MessageLink({ id, name }: { id: number; name: string }) {
  return (
    <ButtonLink
      {...chatLink(id, name)}
      variant="ghost"
      size="sm"
      className="-mr-3 ml-auto"
      aria-label={`Message ${name}`}
    >
      <MessageCircle aria-hidden className="size-4" />
      Message
    </ButtonLink>
  );
}
