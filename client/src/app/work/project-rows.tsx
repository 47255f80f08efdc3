import type { Transfer } from '@sangam/shared/projects/transfers';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { localTime } from '../../lib/text/local-time';
import { Listing } from '../../projects/screens/parts/Listing';
import { StateChip } from '../../projects/screens/parts/project-labels';
import { TransferAnswer } from '../../projects/screens/parts/TransferAnswer';
import type { ProjectEntity } from '../../projects/state/project-table';
import { LeaveButton } from '../../requests/screens/parts/LeaveButton';
import { WorkRow } from '../../requests/screens/parts/own-requests';
import { Chip } from '../../ui/Chip';
import { TimeAgo } from '../../ui/TimeAgo';

/** The member's own project, with its team and pending counts. */
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
      <StateChip {...project} />
      {asking > 0 && <Chip>{asking === 1 ? '1 join request' : `${asking} join requests`}</Chip>}
      {interested > 0 && <Chip>{`${interested} interested`}</Chip>}
      <Listing project={project} />
    </WorkRow>
  );
}

/** A transfer that the member may accept. */
export function TransferRow({ offer }: { offer: Transfer }) {
  return (
    <WorkRow
      projectId={offer.project_id}
      title={offer.project_title}
      facts={
        <>
          <span className="min-w-0 break-words">{offer.creator_name} asks you to take over</span>
          {offer.answer_by && <span>Accept by {localTime(offer.answer_by)}</span>}
          <TimeAgo time={offer.created_at} />
        </>
      }
    >
      <TransferAnswer id={offer.id} projectId={offer.project_id} title={offer.project_title} />
    </WorkRow>
  );
}

/** A team that the member has joined, with a button to leave it. A former creator has no request there. */
export function TeamRow({ request }: { request: JoinRequest }) {
  return (
    <WorkRow
      projectId={request.project_id}
      title={request.project_title}
      facts={
        <>
          <span className="line-clamp-1 w-full break-words text-muted" dir="auto">
            {request.message}
          </span>
          <TimeAgo time={request.created_at} />
        </>
      }
    >
      <LeaveButton projectId={request.project_id} label={`Leave ${request.project_title}`} />
    </WorkRow>
  );
}
