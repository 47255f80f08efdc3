import type { MyInterest } from '@sangam/shared/requests/interests';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { localTime } from '../../../lib/text/local-time';
import { Chip } from '../../../ui/Chip';
import { TimeAgo, useNow } from '../../../ui/TimeAgo';
import { stageOf } from '../../state/requests';
import { DeclineWhy } from './decline-reasons';
import { AnswerBy, interestWord, LinePlace, RequestAnswers, requestWord } from './request-details';
import { SeatOffer } from './SeatOffer';
import { WithdrawButton } from './WithdrawButton';

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

interface WorkRowProps {
  /** null once the project is gone. */
  projectId: number | null;
  title: string;
  /** What else there is to know, below the title. */
  facts: ReactNode;
  /** Stands at the end: a state, a way back. */
  children?: ReactNode;
}

/** One line of work: leads to its project. */
export function WorkRow({ projectId, title, facts, children }: WorkRowProps) {
  const name = <bdi className="line-clamp-2 min-w-0 break-words">{title}</bdi>;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <div className="min-w-0 grow basis-56">
        {projectId === null ? (
          <span className="inline-flex min-h-control-sm max-w-full items-center font-semibold text-sm">{name}</span>
        ) : (
          <Link
            to={`/projects/${projectId}`}
            className="inline-flex min-h-control-sm min-w-control-sm max-w-full items-center break-words font-semibold text-sm hover:underline"
          >
            {name}
          </Link>
        )}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-faint text-xs">{facts}</div>
      </div>
      {children && <div className="ml-auto flex flex-wrap items-center justify-end gap-x-2 gap-y-1">{children}</div>}
    </div>
  );
}
