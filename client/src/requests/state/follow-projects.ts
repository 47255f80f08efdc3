import type { Project } from '@sangam/shared/projects/projects';
import type { CreatorChange } from '@sangam/shared/projects/transfers';
import { refreshShownLists } from '../../core/store/shown-lists';
import { isCreator } from '../../projects/state/creator';
import { onProjectUpdates } from '../../projects/state/project-changes';
import { followTeam } from '../../projects/state/project-pages';
import { incomingInterests, interests } from './interests';
import { invitations } from './invitations';
import { incomingRequests, requests } from './requests';

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

/** Accepted requests say to the team that their project is hidden. */
function markHidden({ id, hidden }: Pick<Project, 'id' | 'hidden'>): void {
  for (const item of Object.values(requests.use.getState().byId))
    if (item.project_id === id && item.status === 'accepted' && item.project_hidden !== hidden)
      requests.patch(item.id, { project_hidden: hidden });
}

/** Takes a changed project. */
function applyUpdate(project: Pick<Project, 'id' | 'roles' | 'hidden'>): void {
  renameRoles(project);
  markHidden(project);
}

/** Only the new creator may see what is pending. */
function applyTransfer(change: CreatorChange, me: number): void {
  const { project_id } = change;
  if (!isCreator(change, me)) {
    requests.forget((item) => item.project_id === project_id && item.user_id !== me);
    interests.forget((item) => item.project_id === project_id && item.requester_id !== me);
  }
  void refreshAfterTransfer(project_id);
}

/** Fetches what a transfer changes on screen beyond the project itself. */
export async function refreshAfterTransfer(projectId: number): Promise<void> {
  await Promise.all([incomingRequests.load(), incomingInterests.load(), refreshShownLists(), followTeam(projectId)]);
}

onProjectUpdates({ updated: applyUpdate, transferred: applyTransfer });
