import type { JoinRequestDecision } from '@sangam/shared/contract/join-requests';
import { loadProject, useProjectPages } from '../stores/project-pages';
import { loadMine, myRequestFor, useRequests } from '../stores/requests';

/** Looks up a decision that this tab does not know: true when the request was the member's own, asked on another device. */
export async function isOwnDecision({ id, project_id }: JoinRequestDecision): Promise<boolean> {
  if (!(await loadMine()) || myRequestFor(project_id)(useRequests.getState())?.id !== id) return false;
  if (useProjectPages.getState().byId[project_id]?.data) await loadProject(project_id);
  return true;
}
