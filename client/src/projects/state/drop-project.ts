import { dropPage } from './project-pages';
import { projects } from './project-table';
import { dropListed } from './projects';

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
