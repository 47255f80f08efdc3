import { create } from 'zustand';
import { onReset } from './reset';

/** Which projects are on screen: the list, one project's page, or neither. The server pushes only these. */
export interface ProjectWatch {
  list: boolean;
  project_id: number | null;
}

const nothing: ProjectWatch = { list: false, project_id: null };
export const useProjectWatch = create<ProjectWatch>(() => nothing);

/** What the page shows, and how many places besides show projects of any kind. */
let ofPage = nothing;
let places = 0;

export function setProjectWatch(next: ProjectWatch): void {
  ofPage = next;
  const now = useProjectWatch.getState();
  const list = next.list || places > 0;
  if (now.list !== list || now.project_id !== next.project_id) useProjectWatch.setState({ ...next, list });
}

/** Says that projects are on screen beside what the page shows; `step` -1 is the undo. */
export function showProjects(step: 1 | -1): void {
  places += step;
  setProjectWatch(ofPage);
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
