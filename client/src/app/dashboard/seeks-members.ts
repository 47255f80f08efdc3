import { freeSeats } from '@sangam/shared/projects/seats';
import { useEffect } from 'react';
import { loadSuggestedPeople } from '../../people/state/suggested-people';
import { isCreator } from '../../projects/state/creator';
import { type ProjectEntity, projects } from '../../projects/state/project-table';

/** Whether the project is the member's own and gets suggestions (R19.7). */
export const seeksMembers = (project: ProjectEntity): boolean =>
  isCreator(project) && project.state === 'open' && !project.hidden && freeSeats(project) > 0;

/**
 * If the server found no project to suggest members for, asks it again when one of the member's projects starts seeking members: after a
 * transfer or reopening, or when a seat becomes free.
 */
export function useSuggestOnceSeeking(isNone: boolean): void {
  useEffect(() => {
    if (!isNone) return;
    const tried = new Set<number>();
    return projects.onChange((project) => {
      if (!seeksMembers(project)) tried.delete(project.id);
      else if (!tried.has(project.id)) {
        tried.add(project.id);
        void loadSuggestedPeople(null);
      }
    });
  }, [isNone]);
}
