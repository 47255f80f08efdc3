import type { Project } from '@sangam/shared/projects/projects';
import { followTeam } from './project-pages';
import { ofOtherCreator, projects } from './project-table';

/** What else names a project and its creator. */
type Named = Pick<Project, 'id' | 'title' | 'creator_id'>;

const listeners = new Set<(project: Named) => void>();

/** Registers what else names projects. Called once per store, at module level. */
export function onProjectUpdated(listener: (project: Named) => void): void {
  listeners.add(listener);
}

/** Live: fields of a project changed. */
export function takeUpdate(project: Project): void {
  projects.upsert({ ...project, ...ofOtherCreator(project.id, project.creator_id) });
  for (const listener of listeners) listener(project);
  void followTeam(project.id);
}
