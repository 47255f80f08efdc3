import type { JoinRequestDecision } from '@sangam/shared/contract/join-requests';
import { loadProject, useProjects } from '../stores/projects';
import { loadMine, myRequestFor, useRequests } from '../stores/requests';

/** Looks up a decision that this tab does not know: true when the request was the member's own, asked on another device. */
export async function isOwnDecision({ id, project_id }: JoinRequestDecision): Promise<boolean> {
  if (!(await loadMine()) || myRequestFor(project_id)(useRequests.getState())?.id !== id) return false;
  if (useProjects.getState().details[project_id]?.data) await loadProject(project_id);
  return true;
}
