import { recentProjects } from '../../app/dashboard/dashboard-store';
import { isTemporary } from '../../core/api/errors';
import type { ProjectWatch } from '../../core/realtime/on-screen';
import { refreshShownLists } from '../../core/store/shown-lists';
import { loadProject, useProjectPages } from '../../requests/state/project-pages';
import { refreshProjects } from '../state/projects';

/** Fetches again what is on screen of projects: their events may have been missed. False when it failed for a moment. */
export async function refreshShownProjects({ list, project_id }: ProjectWatch): Promise<boolean> {
  const came = await Promise.all([
    project_id === null || refreshPage(project_id),
    !list || refreshProjects(),
    refreshShownLists(),
    !list || recentProjects.useIds.getState().status === 'idle' || recentProjects.load(),
  ]);
  return !came.includes(false);
}

/** A page that was never asked for is not on screen, and one of a project that does not exist will not come. */
async function refreshPage(id: number): Promise<boolean> {
  const page = () => useProjectPages.getState().byId[id];
  if (page() === undefined || (await loadProject(id))) return true;
  const error = page()?.error ?? null;
  return error !== null && !isTemporary(error);
}
