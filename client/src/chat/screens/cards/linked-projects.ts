import { projectLimits } from '@sangam/shared/projects/limits';
import { useIsBlocked } from '../../../contact/state/blocks';
import { request } from '../../../core/api/client';
import { moment } from '../../../core/store/table';
import { type ProjectEntity, projects, useProject } from '../../../projects/state/project-table';
import { showProjects } from '../../../projects/sync/project-watch';
import { mergeOwnRequests } from '../../../requests/state/requests';
import { createLinked } from './linked';

const useLinked = createLinked({
  atOnce: projectLimits.projectsPage,
  async ask(ids) {
    const asked = moment();
    const answer = await request('GET /api/projects', { query: { ids: ids.join(',') } });
    if (!answer.ok) return null;
    projects.merge(answer.value.data.projects, asked);
    mergeOwnRequests(answer.value.data.my_join_requests ?? [], asked);
    return answer.value.data.projects.map(({ id }) => id);
  },
  follow() {
    showProjects(1);
    return () => showProjects(-1);
  },
});

/** The project of a card, live; null where the reader may not see it, undefined while that is not known. */
export function useLinkedProject(id: number): ProjectEntity | null | undefined {
  const said = useLinked(id);
  const project = useProject(id);
  const isBlocked = useIsBlocked(project?.creator_id ?? 0);
  if (said === 'nothing' || project?.hidden || isBlocked) return null;
  // One that has just been deleted is known to be gone.
  return project ?? (said === undefined ? undefined : null);
}
