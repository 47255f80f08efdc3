import type { Project, ProjectDeletion } from '@sangam/shared/projects/projects';
import type { CreatorChange } from '@sangam/shared/projects/transfers';
import { dropPage, followTeam, loadProject } from './project-pages';
import { nameProject, ofOtherCreator, projects } from './project-table';

/** A store of another subject that follows changes to projects. */
interface ProjectFollower {
  /** Called after a project has changed; its roles may be different. */
  updated: (project: Pick<Project, 'id' | 'roles' | 'hidden' | 'state'>) => void;
  /** Called after a completed transfer. */
  transferred: (change: CreatorChange, me: number) => void;
}

const followers = new Set<ProjectFollower>();

/** Registers a store that follows projects. Call it once per store, at module level. */
export function onProjectUpdates(follower: ProjectFollower): void {
  followers.add(follower);
}

/** Applies the event of a changed project. */
export function applyUpdate(project: Project): void {
  if (projects.isRemoved(project.id)) return void refetchRemoved(project.id);
  projects.upsert({ ...project, ...ofOtherCreator(project.id, project.creator_id) });
  nameProject(project);
  for (const { updated } of followers) updated(project);
  void followTeam(project.id);
}

/** Handles an event about a removed project: it may be late, or a moderator may show the project again, which only the server knows. */
async function refetchRemoved(id: number): Promise<void> {
  await Promise.all([loadProject(id), refreshListedProjects()]);
  const project = projects.get(id);
  if (project) applyUpdate(project);
}

/** Applies the event of a completed transfer. */
export function applyTransfer(change: CreatorChange, me: number): void {
  const { project_id, project_title: title, creator_id, creator_name } = change;
  projects.patch(project_id, { ...ofOtherCreator(project_id, creator_id), creator_id, creator_name });
  nameProject({ id: project_id, title, creator_id, creator_name });
  for (const { transferred } of followers) transferred(change, me);
}

const listeners = new Set<(project: ProjectDeletion) => void>();

/**
 * Calls `listener` with each project that is deleted or hidden from the reader, until the returned function is called. Its `title` is the
 * one to show from now on.
 */
export function onProjectDropped(listener: (project: ProjectDeletion) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Removes a project that was deleted, or hidden from the reader, from every screen. A later answer can bring a hidden one back. */
export function dropProject(project: ProjectDeletion): void {
  const { id } = project;
  projects.remove(id);
  dropPage(id);
  // A member who leaves a hidden project sees the title it had before.
  nameProject(project);
  for (const listener of listeners) listener(project);
}

const refreshes = new Set<() => Promise<boolean>>();

/** Registers a list of projects that is loaded on demand. `refresh` returns false on a temporary failure. */
export const onProjectsMissed = (refresh: () => Promise<boolean>): unknown => refreshes.add(refresh);

/** Fetches the lists registered by `onProjectsMissed` again, since events may have been missed. */
export const refreshListedProjects = async (): Promise<boolean> =>
  !(await Promise.all([...refreshes].map((refresh) => refresh()))).includes(false);
