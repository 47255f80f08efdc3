import type { MyInterest } from '@sangam/shared/contract/interests';
import type { JoinRequest } from '@sangam/shared/contract/join-requests';
import type { Offer } from '@sangam/shared/contract/offers';
import type { EndReason } from '@sangam/shared/rules/project-life';
import { localTime } from '../../lib/local-time';
import { AnswerBy } from '../../parts/AnswerBy';
import { DeclineWhy } from '../../parts/DeclineWhy';
import { LeaveButton } from '../../parts/LeaveButton';
import { OfferAnswer } from '../../parts/OfferAnswer';
import { WithdrawButton } from '../../parts/WithdrawButton';
import type { ProjectEntity } from '../../stores/entities/projects';
import { Chip } from '../../ui/Chip';
import { StateChip } from '../../ui/StateChip';
import { TimeAgo, useNow } from '../../ui/TimeAgo';
import { WorkRow } from './WorkRow';

const requestWords: Record<JoinRequest['status'], string> = {
  pending: 'Pending',
  accepted: 'Accepted',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
};
const interestWords: Record<MyInterest['status'], string> = {
  pending: 'Pending',
  approved: 'Approved',
  denied: 'Denied',
};

/** In place of the status, of what ended without an answer. */
const endWords: Record<EndReason, string> = {
  project_finished: 'Project finished',
  project_deleted: 'Project deleted',
  removed: 'Removed',
  no_answer: 'No answer',
  took_over: 'Took over',
};

/** A project of one's own: its team, and how many wait for an answer. */
export function ProjectRow({ project }: { project: ProjectEntity }) {
  const { pending_requests: asking = 0, pending_interests: interested = 0 } = project;
  return (
    <WorkRow
      projectId={project.id}
      title={project.title}
      facts={
        <>
          <span className="tabular">
            {project.current_members}/{project.max_members} members
          </span>
          <TimeAgo time={project.created_at} />
        </>
      }
    >
      <StateChip state={project.state} />
      {asking > 0 && <Chip>{asking === 1 ? '1 join request' : `${asking} join requests`}</Chip>}
      {interested > 0 && <Chip>{`${interested} interested`}</Chip>}
    </WorkRow>
  );
}

/** A project that its creator asks the member to take over. */
export function OfferRow({ offer }: { offer: Offer }) {
  return (
    <WorkRow
      projectId={offer.project_id}
      title={offer.project_title}
      facts={
        <>
          <span className="min-w-0 break-words">{offer.creator_name} asks you to take over</span>
          <TimeAgo time={offer.created_at} />
        </>
      }
    >
      <OfferAnswer id={offer.id} projectId={offer.project_id} title={offer.project_title} />
    </WorkRow>
  );
}

/** A team that one has joined, with the way out of it. */
export function TeamRow({ request }: { request: JoinRequest }) {
  return (
    <WorkRow
      projectId={request.project_id}
      title={request.project_title}
      facts={
        <span>
          Asked <TimeAgo time={request.created_at} />
        </span>
      }
    >
      <LeaveButton projectId={request.project_id} label={`Leave ${request.project_title}`} />
    </WorkRow>
  );
}

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
          <DeclineWhy request={request} />
          <TimeAgo time={request.created_at} />
          <AskAgain request={request} />
          <AnswerBy request={request} />
        </>
      }
    >
      <Chip tone="line">{request.ended_by ? endWords[request.ended_by] : requestWords[request.status]}</Chip>
      {request.status === 'pending' && (
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
      <Chip tone="line">{interest.ended_by ? endWords[interest.ended_by] : interestWords[interest.status]}</Chip>
    </WorkRow>
  );
}
