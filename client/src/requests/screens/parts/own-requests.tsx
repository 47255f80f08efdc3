import type { MyInterest } from '@sangam/shared/requests/interests';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { localTime } from '../../../lib/text/local-time';
import { Chip } from '../../../ui/Chip';
import { TimeAgo, useNow } from '../../../ui/TimeAgo';
import { stageOf } from '../../state/request-table';
import { AnswerBy } from './AnswerBy';
import { DeclineWhy } from './DeclineWhy';
import { RequestAnswers } from './RequestAnswers';
import { interestWord, requestWord } from './request-words';
import { SeatOffer } from './SeatOffer';
import { LinePlace } from './WaitlistPlace';
import { WithdrawButton } from './WithdrawButton';
import { WorkRow } from './WorkRow';

/** A request of one's own: what was written, what became of it, and the way to take it back. */
export function RequestRow({ request }: { request: JoinRequest }) {
  return (
    <WorkRow
      projectId={request.ended_by === 'project_deleted' ? null : request.project_id}
      title={request.project_title}
      facts={
        <>
          <span className="line-clamp-1 w-full break-words text-muted" dir="auto">
            {request.message}
          </span>
          <RequestAnswers request={request} />
          <DeclineWhy request={request} />
          <TimeAgo time={request.created_at} />
          <AskAgain request={request} />
          <AnswerBy request={request} />
          <LinePlace request={request} own />
        </>
      }
    >
      <Chip tone="line">{requestWord(request)}</Chip>
      <SeatOffer requestId={request.id} of={request.project_title} />
      {request.status === 'pending' && stageOf(request) !== 'offered' && (
        <WithdrawButton
          requestId={request.id}
          projectId={request.project_id}
          label={`Withdraw the request to join ${request.project_title}`}
        />
      )}
    </WorkRow>
  );
}

/** When the project may be asked again that has declined; nothing once it may. */
function AskAgain({ request: { ask_again_at } }: { request: JoinRequest }) {
  const now = useNow();
  if (ask_again_at === undefined || Date.parse(ask_again_at) <= now) return null;
  return <span>You can ask again from {localTime(ask_again_at)}</span>;
}

/** Interest of one's own, and what became of it. */
export function InterestRow({ interest }: { interest: MyInterest }) {
  return (
    <WorkRow
      projectId={interest.ended_by === 'project_deleted' ? null : interest.project_id}
      title={interest.project_title}
      facts={<TimeAgo time={interest.created_at} />}
    >
      <Chip tone="line">{interestWord(interest)}</Chip>
    </WorkRow>
  );
}
