import { create } from 'zustand';
import { onReset } from '../store/reset';

/** Which projects are on screen: the list, one project's page, or neither. The server pushes only these. */
export interface ProjectWatch {
  list: boolean;
  project_id: number | null;
}

const nothing: ProjectWatch = { list: false, project_id: null };
export const useProjectWatch = create<ProjectWatch>(() => nothing);

export function setProjectWatch(next: ProjectWatch): void {
  const now = useProjectWatch.getState();
  if (now.list !== next.list || now.project_id !== next.project_id) useProjectWatch.setState(next);
}

/** Whose presence is on screen, by id, with how many places show it. The server pushes only theirs. */
export const useShownMembers = create<Readonly<Record<number, number>>>(() => ({}));
onReset(() => useShownMembers.setState({}, true));

/**
 * Says that these members' presence is on screen; returns the undo. Use it as an effect:
 * `useEffect(() => showPresence([id]), [id])`, and read with `usePresence(id)`.
 */
export function showPresence(ids: readonly number[]): () => void {
  count(ids, 1);
  return () => count(ids, -1);
}

function count(ids: readonly number[], step: 1 | -1): void {
  if (ids.length === 0) return;
  const next = { ...useShownMembers.getState() };
  for (const id of ids) {
    const total = (next[id] ?? 0) + step;
    if (total > 0) next[id] = total;
    else delete next[id];
  }
  useShownMembers.setState(next, true);
}
