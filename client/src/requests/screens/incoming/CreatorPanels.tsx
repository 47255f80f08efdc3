import { useList } from '../../../core/store/list';
import { useStillLoads } from '../../../core/store/use-still-loads';
import type { ProjectEntity } from '../../../projects/state/project-table';
import { projectInbox } from '../../state/project-inbox';
import { InterestsPanel } from './InterestsPanel';
import { JoinRequestsPanel } from './JoinRequestsPanel';

interface CreatorPanelsProps {
  project: ProjectEntity;
  teamSkills: readonly string[];
}

/** Who asks to join and who is interested. The second is not seen before the first has come: it would move. */
export function CreatorPanels({ project, teamSkills }: CreatorPanelsProps) {
  const loads = useStillLoads(useList(projectInbox(project.id).requests));
  return (
    <>
      <JoinRequestsPanel project={project} teamSkills={teamSkills} />
      <div className={loads ? 'invisible' : ''}>
        <InterestsPanel projectId={project.id} />
      </div>
    </>
  );
}
