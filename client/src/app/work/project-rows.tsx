import { isolate } from '@sangam/shared/core/isolate';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { Listing } from '../../projects/screens/parts/Listing';
import { StateChip, TeamStateChip } from '../../projects/screens/parts/project-labels';
import { TeamChatLink } from '../../projects/screens/parts/TeamChatLink';
import type { ProjectEntity } from '../../projects/state/project-table';
import { OwnRequestText, OwnRole, SentAt } from '../../requests/screens/own/own-request-text';
import { WorkRow } from '../../requests/screens/own/own-requests';
import { useLeave } from '../../requests/screens/own/use-leave';
import { requestWord } from '../../requests/screens/parts/request-details';
import { requests } from '../../requests/state/requests';
import { Chip } from '../../ui/Chip';
import { Decided } from '../../ui/decision/Decided';
import { TimeAgo } from '../../ui/TimeAgo';

/** The member's own project, with its team and pending counts. */
export function ProjectRow({ project }: { project: ProjectEntity }) {
  const { pending_requests: requestCount = 0, pending_interests: interestCount = 0 } = project;
  return (
    <WorkRow
      projectId={project.id}
      title={project.title}
      facts={
        <>
          <StateChip {...project} />
          <p className="facts">
            <span className="tabular">
              {project.current_members}/{project.max_members} members
            </span>
            <span>
              Posted <TimeAgo time={project.created_at} className="in-sentence" />
            </span>
          </p>
          {requestCount > 0 && (
            <Chip tone="due">{requestCount === 1 ? '1 join request' : `${requestCount} join requests`}</Chip>
          )}
          {interestCount > 0 && <Chip tone="due">{`${interestCount} interested`}</Chip>}
        </>
      }
    >
      <TeamChatLink projectId={project.id} variant="ghost" />
      <Listing project={project} />
    </WorkRow>
  );
}

/** A team that the member is in, with a button to leave it. For a seat that the member didn't ask for, no request is shown. */
export function TeamRow({ request, isGone }: { request: JoinRequest; isGone: boolean }) {
  const leave = useLeave(request.project_id, `Leave ${isolate(request.project_title)}`);
  const current = requests.use(({ byId }) => byId[request.id]) ?? request;
  return (
    <WorkRow
      projectId={request.project_id}
      title={request.project_title}
      facts={
        <>
          <TeamStateChip {...current} />
          <OwnRequestText request={request} />
          <p className="facts min-w-0">
            <OwnRole request={request} />
            <SentAt {...request} />
          </p>
        </>
      }
      below={!isGone && leave.panel}
    >
      {!isGone && <TeamChatLink projectId={request.project_id} variant="ghost" />}
      <Decided outcome={isGone ? requestWord(current) : null}>{leave.button}</Decided>
    </WorkRow>
  );
}
