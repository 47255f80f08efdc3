import type { Project } from '@sangam/shared/projects/projects';
import type { Takeover } from '@sangam/shared/projects/transfers';
import { dropListed } from './project-list';
import { dropPage, followTeam } from './project-pages';
import { ofOtherCreator, projects } from './project-table';

/** How a project is named elsewhere. */
type Named = Pick<Project, 'id' | 'title' | 'creator_id'>;

/** What else of the client follows a project. */
interface ProjectFollower {
  /** Its name or its creator may have changed. */
  updated: (project: Named) => void;
  /** It has another creator. */
  takenOver: (takeover: Takeover, me: number) => void;
}

const followers = new Set<ProjectFollower>();

/** Registers what else follows projects. Called once per store, at module level. */
export function onProjectUpdates(follower: ProjectFollower): void {
  followers.add(follower);
}

/** Live: fields of a project changed. */
export function takeUpdate(project: Project): void {
  projects.upsert({ ...project, ...ofOtherCreator(project.id, project.creator_id) });
  for (const { updated } of followers) updated(project);
  void followTeam(project.id);
}

/** Live: a project has another creator. */
export function takeTakeover(takeover: Takeover, me: number): void {
  const { project_id, creator_id, creator_name } = takeover;
  projects.patch(project_id, { ...ofOtherCreator(project_id, creator_id), creator_id, creator_name });
  for (const { takenOver } of followers) takenOver(takeover, me);
}

const listeners = new Set<(id: number) => void>();

/** Registers what else shows projects. Called once per store, at module level. */
export function onProjectDropped(listener: (id: number) => void): void {
  listeners.add(listener);
}

/** A project was deleted: it leaves every screen. */
export function dropProject(id: number): void {
  projects.remove(id);
  dropListed(id);
  dropPage(id);
  for (const listener of listeners) listener(id);
}
