import type { Project } from '@sangam/shared/projects/projects';
import type { Takeover } from '@sangam/shared/projects/transfers';
import { refreshShownLists } from '../../core/store/shown-lists';
import { onProjectUpdates } from '../../projects/state/project-changes';
import { followTeam } from '../../projects/state/project-pages';
import { incomingInterests, interests } from './interests';
import { incomingRequests, requests } from './requests';

interface Named {
  id: number;
  project_id: number;
  project_title?: string;
  creator_id?: number;
}

/** Requests and interest name their project and its creator: both may have changed. */
function renameIn({ id, title: project_title, creator_id }: Pick<Project, 'id' | 'title' | 'creator_id'>): void {
  const isOld = (item: Named) =>
    item.project_id === id &&
    item.project_title !== undefined &&
    (item.project_title !== project_title || item.creator_id !== creator_id);
  for (const table of [requests, interests])
    for (const item of Object.values(table.use.getState().byId).filter(isOld))
      table.patch(item.id, { project_title, creator_id });
}

/** A project has another creator: only they may see what waits for an answer. */
function applyTakeover({ project_id, project_title, creator_id }: Takeover, me: number): void {
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

onProjectUpdates({ updated: renameIn, takenOver: applyTakeover });
