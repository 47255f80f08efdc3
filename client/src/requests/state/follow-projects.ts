import type { Project } from '@sangam/shared/projects/projects';
import type { CreatorChange } from '@sangam/shared/projects/transfers';
import { refreshShownLists } from '../../core/store/shown-lists';
import { isCreator } from '../../projects/state/creator';
import { onProjectUpdates } from '../../projects/state/project-changes';
import { followTeam } from '../../projects/state/project-pages';
import { incomingInterests, interests } from './interests';
import { invitations } from './invitations';
import { incomingRequests, requests } from './requests';

/** Updates the role's name in requests and invitations. Pending ones whose role was removed have none from then on. */
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

/** Marks members' accepted requests when their project is hidden or shown again, finished or reopened. */
function markTeams({ id, hidden, state }: Pick<Project, 'id' | 'hidden' | 'state'>): void {
  const finished = state === 'finished' || undefined;
  for (const item of Object.values(requests.use.getState().byId))
    if (item.project_id === id && item.status === 'accepted')
      if (item.project_hidden !== hidden || item.project_finished !== finished)
        requests.patch(item.id, { project_hidden: hidden, project_finished: finished });
}

/** Applies a project's update to requests and invitations. */
function applyUpdate(project: Pick<Project, 'id' | 'roles' | 'hidden' | 'state'>): void {
  renameRoles(project);
  markTeams(project);
}

/** Removes others' requests and interest unless this member is the new creator, then fetches the lists. */
function applyTransfer(change: CreatorChange, me: number): void {
  const { project_id } = change;
  if (!isCreator(change, me)) {
    requests.forget((item) => item.project_id === project_id && item.user_id !== me);
    interests.forget((item) => item.project_id === project_id && item.requester_id !== me);
  }
  void refreshAfterTransfer(project_id);
}

/** Fetches the lists and the team, which a transfer changes in addition to the project. */
export async function refreshAfterTransfer(projectId: number): Promise<void> {
  await Promise.all([incomingRequests.load(), incomingInterests.load(), refreshShownLists(), followTeam(projectId)]);
}

onProjectUpdates({ updated: applyUpdate, transferred: applyTransfer });
