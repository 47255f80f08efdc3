import { freeSeatsFor } from '@sangam/shared/projects/seats';
import { useState } from 'react';
import { projects } from '../../../projects/state/project-table';

/**
 * State for the refusal of an action that needs a free seat of this role, or a seat without one. It is cleared when such a seat becomes
 * free.
 */
export function useSeatRefusal(projectId: number, roleId: number | undefined) {
  const isFree = projects.use(({ byId }) => {
    const project = byId[projectId];
    return project !== undefined && freeSeatsFor(project, roleId) > 0;
  });
  const [refusal, setRefusal] = useState<string | null>(null);
  const [wasFree, setWasFree] = useState(isFree);
  if (isFree !== wasFree) {
    setWasFree(isFree);
    if (isFree) setRefusal(null);
  }
  return [refusal, setRefusal] as const;
}
