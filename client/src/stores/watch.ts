import { create } from 'zustand';

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
