import { recentProjects } from '../../app/dashboard/dashboard-store';
import { dropPage } from '../../requests/state/project-pages';
import { projects } from './project-table';
import { dropListed } from './projects';

/** A project was deleted: it leaves every screen. */
export function dropProject(id: number): void {
  projects.remove(id);
  dropListed(id);
  dropPage(id);
  // The next one takes its place.
  if (recentProjects.useIds.getState().data?.includes(id)) void recentProjects.load();
}
