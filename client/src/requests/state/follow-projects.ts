import type { Project } from '@sangam/shared/projects/projects';
import type { CreatorChange } from '@sangam/shared/projects/transfers';
import { refreshShownLists } from '../../core/store/shown-lists';
import { onProjectDropped, onProjectUpdates } from '../../projects/state/project-changes';
import { followTeam } from '../../projects/state/project-pages';
import { transfers } from '../../projects/state/transfers';
import { incomingInterests, interests } from './interests';
import { invitations } from './invitations';
import { incomingRequests, requests } from './requests';

interface Named {
  id: number;
  project_id: number;
  project_title?: string;
  creator_id?: number;
}

/** Requests of any kind and transfers name their project. Join requests and interests follow its creator, too; an invitation keeps its sender. */
function renameIn({ id, title: project_title, creator_id }: Pick<Project, 'id' | 'title' | 'creator_id'>): void {
  for (const table of [requests, interests, invitations, transfers]) {
    const followsCreator = table === requests || table === interests;
    const isOld = (item: Named) =>
      item.project_id === id &&
      item.project_title !== undefined &&
      (item.project_title !== project_title || (followsCreator && item.creator_id !== creator_id));
    for (const item of Object.values(table.use.getState().byId).filter(isOld))
      table.patch(item.id, { project_title, ...(followsCreator && { creator_id }) });
  }
}

/** Requests and invitations name their role: renamed with it, and without one once a role is removed that they wait for. */
function renameRoles({ id, roles = [] }: Pick<Project, 'id' | 'roles'>): void {
  for (const table of [requests, invitations])
    for (const item of Object.values(table.use.getState().byId)) {
      if (item.project_id !== id || item.role_id === undefined) continue;
      const role = roles.find((each) => each.id === item.role_id);
      if (role === undefined && item.status === 'pending')
        table.patch(item.id, { role_id: undefined, role_name: undefined });
      else if (role !== undefined && role.name !== item.role_name) table.patch(item.id, { role_name: role.name });
    }
}

/** Only the new creator may see what is pending. */
function applyTransfer({ project_id, project_title, creator_id }: CreatorChange, me: number): void {
  if (creator_id !== me) {
    requests.forget((item) => item.project_id === project_id && item.user_id !== me);
    interests.forget((item) => item.project_id === project_id && item.requester_id !== me);
  }
  renameIn({ id: project_id, title: project_title, creator_id });
  void refreshAfterTransfer(project_id);
}

/** Fetches what a transfer changes on screen beyond the project itself. */
export async function refreshAfterTransfer(projectId: number): Promise<void> {
  await Promise.all([incomingRequests.load(), incomingInterests.load(), refreshShownLists(), followTeam(projectId)]);
}

onProjectUpdates({
  updated(project) {
    renameIn(project);
    renameRoles(project);
  },
  transferred: applyTransfer,
});
// A member who leaves a hidden project reads its title from before.
onProjectDropped(renameIn);
