import type { SuitedProject } from '@sangam/shared/projects/projects';
import { create } from 'zustand';
import { request } from '../../core/api/client';
import { idle, type Loadable, load } from '../../core/store/loadable';
import { onReset } from '../../core/store/reset';
import { moment } from '../../core/store/table';
import { projects } from './project-table';

type Suited = Pick<SuitedProject, 'id' | 'covers'>;

/** Open projects that need the member's skills, and the skills they need. */
export const useSuited = create<Loadable<readonly Suited[]>>(() => idle());
onReset(() => useSuited.setState(idle()));

export function loadSuited(): Promise<boolean> {
  const asked = moment();
  return load(
    useSuited.setState,
    () => request('GET /api/projects/suited'),
    (answer) => {
      const found = answer.data.projects;
      projects.merge(
        found.map(({ covers: _, ...project }) => project),
        asked,
      );
      return found.map(({ id, covers }) => ({ id, covers }));
    },
  );
}
