import type { CallAnswer } from '@sangam/shared/app/calls';
import type { SuitedProject } from '@sangam/shared/projects/projects';
import { create } from 'zustand';
import { request } from '../../core/api/client';
import type { ApiError } from '../../core/api/errors';
import { cachePart } from '../../core/offline/cached-parts';
import { changeData, idle, type Loadable, load, ready } from '../../core/store/loadable';
import { onReset } from '../../core/store/reset';
import { type Moment, moment } from '../../core/store/table';
import { projects } from './project-table';

/** Why a project was chosen. */
export type SuitedBy = NonNullable<SuitedProject['suited_by']>;
export type Suited = Pick<SuitedProject, 'id' | 'covers' | 'about_hours'> & { suited_by: SuitedBy };

/** Open projects that the member could ask to join next, for the dashboard. */
export const useSuited = create<Loadable<readonly Suited[]>>(() => idle());
onReset(() => useSuited.setState(idle()));

cachePart({
  name: 'suited',
  take() {
    const suited = useSuited.getState().data;
    return suited && { suited, projects: suited.flatMap(({ id }) => projects.get(id) ?? []) };
  },
  show(cached) {
    if (useSuited.getState().data !== null) return;
    projects.merge(
      cached.projects.filter(({ id }) => projects.get(id) === undefined),
      moment(),
    );
    useSuited.setState(ready(cached.suited));
  },
  subscribe: useSuited.subscribe,
});

export function loadSuited(): Promise<boolean> {
  const startedAt = moment();
  return load(
    useSuited.setState,
    () => request('GET /api/projects/suited', { query: {} }),
    (answer) => storeSuited(answer, startedAt),
  );
}

/** Stores an answer's projects, and returns why they were chosen. `startedAt`: the moment of the call. */
export function storeSuited({ data }: CallAnswer<'GET /api/projects/suited'>, startedAt: Moment): readonly Suited[] {
  projects.merge(
    data.projects.map(({ covers: _, suited_by: __, about_hours: ___, ...project }) => project),
    startedAt,
  );
  return data.projects.map(({ id, covers, suited_by = 'skills', about_hours }) => ({
    id,
    covers,
    suited_by,
    ...(about_hours && { about_hours }),
  }));
}

/** Never suggests the project again. Returns the error, or null on success. */
export async function dismissProject(id: number): Promise<ApiError | null> {
  const answer = await request('POST /api/suggestions/dismissals', { body: { project_id: id } });
  if (answer.ok)
    useSuited.setState((state) => changeData(state, (found) => found.filter((project) => project.id !== id)));
  return answer.ok ? null : answer.error;
}
