import { recentProjects } from './dashboard';
import { projects } from './entities/projects';
import { dropPage } from './project-pages';
import { dropListed } from './projects';

/** A project was deleted: it leaves every screen. */
export function dropProject(id: number): void {
  projects.remove(id);
  dropListed(id);
  dropPage(id);
  // The next one takes its place.
  if (recentProjects.useIds.getState().data?.includes(id)) void recentProjects.load();
}
