import { type ComponentProps, useEffect } from 'react';
import { loadAtReconnects } from '../../core/realtime/connection-status';
import { latePart } from '../../lib/loading/lazy-part';
import { useMarkShownRead } from '../../notices/state/mark-shown-read';
import { loadSuggestedPeople, useSuggestedPeople } from '../../people/state/suggested-people';
import type { ProjectEntity } from '../../projects/state/project-table';
import { CreatorPanels } from '../../requests/screens/incoming/CreatorPanels';
import { useMyRequest } from '../../requests/state/requests';
import { ReportLink } from '../../trust/screens/report/ReportLink';
import type { ReportTeamProps } from './GoneParts';

/** Loaded only if a member fits. */
const PeopleForProject = latePart(() => import('../people/PeopleForProject'), 'PeopleForProject');

/** Only for readers outside the team; members see the team's hours on the team's card. */
const CreatorHoursCard = latePart(() => import('../../people/screens/hours/SharedHoursCard'), 'CreatorHoursCard');

/** For members who have left the team. */
const ReportTeam = latePart<'ReportTeam', ReportTeamProps>(() => import('./GoneParts'), 'ReportTeam');

export { ManageMenu } from '../../projects/screens/page/ManageMenu';
export { CreatorAnswers } from '../../requests/screens/incoming/CreatorPanels';

/** The creator's parts below the roles. */
export function OwnParts({ project, interestPlace }: ComponentProps<typeof CreatorPanels>) {
  const hasPeople = useSuggestedPeople(project.id).data?.project?.id === project.id;
  useEffect(() => loadAtReconnects(() => loadSuggestedPeople(project.id)), [project.id]);
  return (
    <>
      <CreatorPanels project={project} interestPlace={interestPlace} />
      {project.state === 'open' && !project.hidden && hasPeople && <PeopleForProject projectId={project.id} />}
    </>
  );
}

/** Marks the project's notifications as read, and lets members other than its creator report it. For members only. */
export function ProjectMemberParts({
  project,
  isOwn,
  isTeammate,
}: {
  project: ProjectEntity;
  isOwn: boolean;
  isTeammate: boolean;
}) {
  useMarkShownRead('project', { projectId: project.id });
  const own = useMyRequest(project.id);
  if (isOwn) return null;
  return (
    <>
      {!isTeammate && !project.creator_gone && <CreatorHoursCard id={project.creator_id} name={project.creator_name} />}
      <ReportLink
        subject={{
          kind: 'project',
          id: project.id,
          name: project.title,
          text: project.description,
          creator: { id: project.creator_id, name: project.creator_name },
        }}
      >
        Report this project
      </ReportLink>
      {!isTeammate && (own?.left_team ?? own?.ended_by === 'removed') && (
        <ReportTeam projectId={project.id} Link={ReportLink} />
      )}
    </>
  );
}
