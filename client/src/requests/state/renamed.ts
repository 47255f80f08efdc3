import type { Project } from '@sangam/shared/projects/projects';
import { onProjectUpdated } from '../../projects/state/project-updates';
import { interests } from './interest-table';
import { requests } from './request-table';

interface Named {
  id: number;
  project_id: number;
  project_title?: string;
  creator_id?: number;
}

/** Requests and interest name their project and its creator: both may have changed. */
export function renameIn({ id, title: project_title, creator_id }: Pick<Project, 'id' | 'title' | 'creator_id'>): void {
  const isOld = (item: Named) =>
    item.project_id === id &&
    item.project_title !== undefined &&
    (item.project_title !== project_title || item.creator_id !== creator_id);
  for (const table of [requests, interests])
    for (const item of Object.values(table.use.getState().byId).filter(isOld))
      table.patch(item.id, { project_title, creator_id });
}

onProjectUpdated(renameIn);
