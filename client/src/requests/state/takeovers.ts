import type { Takeover } from '@sangam/shared/projects/transfers';
import { refreshShownLists } from '../../core/store/shown-lists';
import { followTeam } from '../../projects/state/project-pages';
import { ofOtherCreator, projects } from '../../projects/state/project-table';
import { interests } from './interest-table';
import { incomingInterests } from './interests';
import { renameIn } from './renamed';
import { requests } from './request-table';
import { incomingRequests } from './requests';

/** A project has another creator: what waits for an answer is nobody else's to see. */
export function applyTakeover(takeover: Takeover, me: number): void {
  const { project_id, project_title, creator_id, creator_name } = takeover;
  projects.patch(project_id, { ...ofOtherCreator(project_id, creator_id), creator_id, creator_name });
  if (creator_id !== me) {
    requests.forget((item) => item.project_id === project_id && item.user_id !== me);
    interests.forget((item) => item.project_id === project_id && item.requester_id !== me);
  }
  renameIn({ id: project_id, title: project_title, creator_id });
  void followTakeover(project_id);
}

/** Fetches what another creator changes on screen beyond the project itself. */
export async function followTakeover(projectId: number): Promise<void> {
  await Promise.all([incomingRequests.load(), incomingInterests.load(), refreshShownLists(), followTeam(projectId)]);
}
