import type { SuggestedPeople } from '@sangam/shared/app/find-people';
import { useEffect } from 'react';
import { create } from 'zustand';
import { request } from '../../core/api/client';
import type { ApiError } from '../../core/api/errors';
import { cachePart } from '../../core/offline/cached-parts';
import { type Change, changeData, idle, type Loadable, load, ready } from '../../core/store/loadable';
import { onReset } from '../../core/store/reset';
import { followHidden } from './presence';

type Suggested = Loadable<SuggestedPeople>;

/** Key of the suggestions for the project that the server chooses, for the dashboard. */
const CHOSEN = 0;

const useStore = create<{ byProject: ReadonlyMap<number, Suggested> }>(() => ({ byProject: new Map() }));
onReset(() => useStore.setState({ byProject: new Map() }));

cachePart({
  name: 'suggestedPeople',
  take: () => useStore.getState().byProject.get(CHOSEN)?.data ?? null,
  show: (cached) =>
    useStore.setState(({ byProject }) => ({ byProject: new Map([[CHOSEN, ready(cached)], ...byProject]) })),
  subscribe: useStore.subscribe,
});

const of = (byProject: ReadonlyMap<number, Suggested>, projectId: number): Suggested =>
  byProject.get(projectId) ?? idle();

/** Members who fit one of the member's own projects. `projectId` null: the project that the server chooses. */
export const useSuggestedPeople = (projectId: number | null): Suggested => {
  const found = useStore(({ byProject }) => byProject.get(projectId ?? CHOSEN));
  return found ?? nothingYet;
};
const nothingYet: Suggested = idle();

/** Like `useSuggestedPeople`, for suggestions on screen: fetches again each time a member's presence becomes hidden (`followHidden`). */
export function useShownSuggestions(projectId: number | null): Suggested {
  const suggested = useSuggestedPeople(projectId);
  const members = suggested.data?.members;
  useEffect(() => {
    const ids = members?.map(({ id }) => id) ?? [];
    return followHidden(ids, () => loadSuggestedPeople(projectId));
  }, [members, projectId]);
  return suggested;
}

export function loadSuggestedPeople(projectId: number | null): Promise<boolean> {
  const key = projectId ?? CHOSEN;
  return load(
    (change: Change<SuggestedPeople>) =>
      useStore.setState(({ byProject }) => ({ byProject: new Map([...byProject, [key, change(of(byProject, key))]]) })),
    () => request('GET /api/people/suggested', { query: projectId === null ? {} : { project_id: projectId } }),
    (answer) => answer.data,
  );
}

/** Dismisses a suggested member for good, and removes them from the lists. Returns the error, or null on success. */
export async function dismissMember(id: number): Promise<ApiError | null> {
  const answer = await request('POST /api/suggestions/dismissals', { body: { member_id: id } });
  if (answer.ok)
    useStore.setState(({ byProject }) => ({
      byProject: new Map(
        [...byProject].map(([key, suggested]) => [
          key,
          changeData(suggested, (data) => ({ ...data, members: data.members.filter((member) => member.id !== id) })),
        ]),
      ),
    }));
  return answer.ok ? null : answer.error;
}
