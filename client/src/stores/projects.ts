import type { JoinRequestDecision } from '@sangam/shared/contract/join-requests';
import type { Project, ProjectBody } from '@sangam/shared/contract/projects';
import { create } from 'zustand';
import { request } from '../api/client';
import type { Result } from '../api/errors';
import { failed, idle, type Loadable, loading, mapData, mapResult, ready } from './loadable';
import { appendProjects, matchesFilter, type ProjectFilter, replaceProject } from './projects.reduce';
import { onReset, storesEpoch } from './reset';

interface ProjectsState {
  filter: ProjectFilter;
  /** What the server found for `filter`, newest first. */
  list: Loadable<Project[]>;
  hasMore: boolean;
  loadingMore: boolean;
  /** Live projects that match the filter and are not shown yet: "N new projects". */
  fresh: Project[];
}

const empty = (): ProjectsState => ({
  filter: { search: '', category: null },
  list: idle(),
  hasMore: false,
  loadingMore: false,
  fresh: [],
});
export const useProjects = create<ProjectsState>(empty);
onReset(() => useProjects.setState(empty()));

let running: AbortController | null = null;

/** Fetches the first page for the current filter; an earlier fetch that still runs is given up. */
export async function loadProjects(): Promise<void> {
  running?.abort();
  const mine = new AbortController();
  running = mine;
  const epoch = storesEpoch();
  const { filter } = useProjects.getState();
  useProjects.setState(({ list }) => ({ list: loading(list), loadingMore: false }));
  const answer = await request('GET /api/projects', { query: toQuery(filter), signal: mine.signal });
  if (running !== mine || epoch !== storesEpoch()) return;
  if (answer.ok) {
    const { projects, has_more } = answer.value.data;
    // What was posted after the server looked, and told before it answered, is still news.
    const newest = projects[0]?.id ?? 0;
    useProjects.setState(({ fresh }) => ({
      list: ready(projects),
      hasMore: has_more,
      fresh: fresh.filter((item) => item.id > newest),
    }));
  } else useProjects.setState(({ list }) => ({ list: failed(list, answer.error) }));
}

/** Changes the search or category: what is loaded is narrowed at once, the server's answer follows. */
export async function setProjectFilter(filter: ProjectFilter): Promise<void> {
  useProjects.setState(({ list, fresh }) => ({
    filter,
    list: mapData(list, (items) => items.filter((item) => matchesFilter(item, filter))),
    fresh: fresh.filter((item) => matchesFilter(item, filter)),
  }));
  await loadProjects();
}

/** Fetches the next page below the list; does nothing while one is running or there is none. */
export async function loadMoreProjects(): Promise<Result<void>> {
  const { list, hasMore, loadingMore, filter } = useProjects.getState();
  const last = list.data?.at(-1);
  if (!hasMore || loadingMore || list.status !== 'ready' || last === undefined) return { ok: true, value: undefined };
  const epoch = storesEpoch();
  useProjects.setState({ loadingMore: true });
  const answer = await request('GET /api/projects', { query: { ...toQuery(filter), before: last.id } });
  if (epoch !== storesEpoch() || useProjects.getState().filter !== filter) return { ok: true, value: undefined };
  useProjects.setState({ loadingMore: false });
  if (!answer.ok) return answer;
  const { projects, has_more } = answer.value.data;
  useProjects.setState((state) => ({
    list: mapData(state.list, (items) => appendProjects(items, projects)),
    hasMore: has_more,
  }));
  return { ok: true, value: undefined };
}

/** Puts the waiting live projects on top of the list. */
export function showFreshProjects(): void {
  useProjects.setState(({ list, fresh }) => ({
    list: mapData(list, (items) => appendProjects(fresh, items)),
    fresh: [],
  }));
}

/** Creates a project; it stands on top of the list at once. */
export async function createProject(body: ProjectBody): Promise<Result<Project>> {
  const answer = mapResult(await request('POST /api/projects', { body }), (value) => value.data.project);
  if (answer.ok) {
    const project = answer.value;
    useProjects.setState(({ list, fresh }) => ({
      list: mapData(list, (items) => [project, ...items.filter((item) => item.id !== project.id)]),
      fresh: fresh.filter((item) => item.id !== project.id),
    }));
  }
  return answer;
}

/** Live: a project was created. It waits in `fresh` until the reader asks for it. */
export function applyProjectCreated(project: Project): void {
  const { list, filter, fresh } = useProjects.getState();
  const shown = list.data?.some((item) => item.id === project.id) === true;
  if (list.data === null || shown || !matchesFilter(project, filter)) return;
  useProjects.setState({ fresh: [project, ...fresh.filter((item) => item.id !== project.id)] });
}

/** Live: a project changed. */
export function applyProjectUpdated(project: Project): void {
  useProjects.setState(({ list, fresh }) => ({
    list: mapData(list, (items) => replaceProject(items, project)),
    fresh: replaceProject(fresh, project),
  }));
}

/** Live: a join request was decided, and so the team has grown. */
export function applyMemberCount({ project_id, current_members }: JoinRequestDecision): void {
  useProjects.setState(({ list }) => ({
    list: mapData(list, (items) =>
      items.map((item) =>
        item.id === project_id ? { ...item, current_members, member_count: current_members } : item,
      ),
    ),
  }));
}

const toQuery = (filter: ProjectFilter) => ({
  search: filter.search.trim() === '' ? undefined : filter.search.trim(),
  category: filter.category ?? undefined,
});
