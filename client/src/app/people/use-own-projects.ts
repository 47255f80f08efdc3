import type { MyProject } from '@sangam/shared/projects/projects';
import { freeSeats } from '@sangam/shared/projects/seats';
import { useEffect, useState } from 'react';
import { request } from '../../core/api/client';

interface OwnProjects {
  /** Projects that the reader has created and that aren't hidden. */
  projects: readonly MyProject[];
  /** False if none of them is open with a free seat, as far as known. */
  mayInvite: boolean;
}

/** Whether a project is open with a free seat. Hidden projects are left out before. */
const isOpen = (project: MyProject): boolean => project.state === 'open' && freeSeats(project) > 0;

/** Returns the reader's own projects; null before the answer, and none after a failure. */
export function useOwnProjects(): OwnProjects | null {
  const [own, setOwn] = useState<OwnProjects | null>(null);
  useEffect(() => {
    const live = new AbortController();
    void request('GET /api/projects/mine', { query: { finished: 'no' }, signal: live.signal }).then((answer) => {
      if (live.signal.aborted) return;
      if (!answer.ok) return setOwn({ projects: [], mayInvite: true });
      const { projects: all, has_more } = answer.value.data;
      const projects = all.filter(({ hidden }) => !hidden);
      setOwn({ projects, mayInvite: has_more || projects.some(isOpen) });
    });
    return () => live.abort();
  }, []);
  return own;
}
