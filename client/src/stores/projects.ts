import type { Connection, MyConnection } from '@sangam/shared/contract/connections';
import type { JoinRequest, JoinRequestDecision } from '@sangam/shared/contract/join-requests';
import type { Project, ProjectBody } from '@sangam/shared/contract/projects';
import { create } from 'zustand';
import { request } from '../api/client';
import { isConflict, type Result } from '../api/errors';
import { failed, idle, type Loadable, load, loading, mapData, mapResult, ready } from './loadable';
import {
  appendProjects,
  type Detail,
  matchesFilter,
  type ProjectFilter,
  replaceProject,
  withConnection,
  withConnectionDecided,
  withJoinDecided,
  withJoinWithdrawn,
  withMyRequest,
  withProject,
} from './projects.reduce';
import { onReset, storesEpoch } from './reset';

export type { Detail, ProjectFilter } from './projects.reduce';

interface ProjectsState {
  filter: ProjectFilter;
  /** What the server found for `filter`, newest first. */
  list: Loadable<Project[]>;
  hasMore: boolean;
  loadingMore: boolean;
  /** Live projects that match the filter and are not shown yet: "N new projects". */
  fresh: Project[];
  /** Opened project pages, by project id. */
  details: Readonly<Record<number, Loadable<Detail>>>;
}

const empty = (): ProjectsState => ({
  filter: { search: '', category: null },
  list: idle(),
  hasMore: false,
  loadingMore: false,
  fresh: [],
  details: {},
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

/** Fetches a project's page; one seen before stays on screen meanwhile. */
export const loadProject = (id: number): Promise<boolean> =>
  load<Detail>(
    (change) => setDetail(id, change),
    () => request('GET /api/projects/:id', { params: { id } }),
    () => detailChanges,
  );

/** Shows interest in a project (the old flow); interest that exists already is fetched. */
export async function connectToProject(id: number): Promise<Result<MyConnection>> {
  const answer = await request('POST /api/projects/:id/connect', { params: { id } });
  const result = mapResult(answer, (value) => value.data.connection);
  if (result.ok) patchDetail(id, (detail) => ({ ...detail, my_connection: result.value }));
  else if (isConflict(result.error)) await loadProject(id);
  return result;
}

/** Approves or denies interest; when somebody decided first, the page is fetched again so that it shows the truth. */
export async function decideConnection(
  projectId: number,
  id: number,
  status: 'approved' | 'denied',
): Promise<Result<Connection>> {
  const answer = await request('PUT /api/projects/connections/:id', { params: { id }, body: { status } });
  const result = mapResult(answer, (value) => value.data.connection);
  if (result.ok) patchDetail(projectId, (detail) => withConnection(detail, result.value));
  else if (isConflict(result.error)) await loadProject(projectId);
  return result;
}

/** Leaves a project one has joined. */
export async function leaveProject(id: number): Promise<Result<{ project_id: number; current_members: number }>> {
  const answer = await request('DELETE /api/projects/:id/members/me', { params: { id } });
  if (answer.ok) await loadProject(id);
  return mapResult(answer, (value) => value.data);
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
  patchDetail(project.id, (detail) => withProject(detail, project));
}

/** Live: somebody showed interest in the member's project. */
export const applyConnectionCreated = (connection: Connection): void =>
  patchDetail(connection.project_id, (detail) => withConnection(detail, connection));

/** Live: interest was approved or denied. */
export const applyConnectionDecided = (decided: MyConnection): void =>
  patchDetail(decided.project_id, (detail) => withConnectionDecided(detail, decided));

/** Live: a join request was decided. */
export function applyJoinDecided(decision: JoinRequestDecision): void {
  const count = { current_members: decision.current_members, member_count: decision.current_members };
  useProjects.setState(({ list }) => ({
    list: mapData(list, (items) =>
      items.map((item) => (item.id === decision.project_id ? { ...item, ...count } : item)),
    ),
  }));
  patchDetail(decision.project_id, (detail) => withJoinDecided(detail, decision));
}

/** Live: a join request was withdrawn; only the page of the one who withdrew it shows that. */
export const applyJoinWithdrawn = (withdrawn: { id: number; project_id: number }): void =>
  patchDetail(withdrawn.project_id, (detail) => withJoinWithdrawn(detail, withdrawn.id));

/** The member asked to join or withdrew: their standing on the project's page. */
export const applyMyRequest = (mine: JoinRequest): void =>
  patchDetail(mine.project_id, (detail) => withMyRequest(detail, mine));

function setDetail(id: number, change: (before: Loadable<Detail>) => Loadable<Detail>): void {
  useProjects.setState(({ details }) => ({ details: { ...details, [id]: change(details[id] ?? idle()) } }));
}

let detailChanges = 0;

function patchDetail(id: number, change: (detail: Detail) => Detail): void {
  detailChanges += 1;
  const known = useProjects.getState().details[id];
  if (known?.data) setDetail(id, (before) => mapData(before, change));
}

const toQuery = (filter: ProjectFilter) => ({
  search: filter.search.trim() === '' ? undefined : filter.search.trim(),
  category: filter.category ?? undefined,
});
