import { projectLimits } from '@sangam/shared/projects/limits';
import type { Project, ProjectBody } from '@sangam/shared/projects/projects';
import { create } from 'zustand';
import { request } from '../../core/api/client';
import { mapResult, type Result } from '../../core/api/errors';
import { callOrder } from '../../core/store/call-order';
import { failed, idle, type Loadable, loading, mapData, ready } from '../../core/store/loadable';
import { onReset, storesEpoch } from '../../core/store/reset';
import { moment } from '../../core/store/table';
import { logFailure } from '../../lib/log';
import { type FoundProjects, fetchFirstProjects, fetchProjects, type ProjectFit } from './fetch-projects';
import { onProjectDropped, onProjectsMissed } from './project-changes';
import { isFiltered, isSameFilter, noFilter, type ProjectFilter } from './project-filter';
import { isListed, type ProjectEntity, projects } from './project-table';

interface ProjectListState {
  filter: ProjectFilter;
  /** The server's matches for `filter`, by id, in its order: newest first by default, or best first for a search. */
  list: Loadable<readonly number[]>;
  /**
   * The reasons why listed projects fit the reader, by id: all reasons if the order or a filter compares them, otherwise only shared hours.
   */
  fits: ReadonlyMap<number, ProjectFit>;
  hasMore: boolean;
  /** The cursor of the next page; undefined from a server of the previous version, which has no cursors. */
  next: string | undefined;
  loadingMore: boolean;
  /** Live projects that match the filter and aren't in the list yet, newest first: "N new projects". */
  fresh: readonly number[];
}

const empty = (): ProjectListState => ({
  filter: noFilter,
  list: idle(),
  fits: new Map(),
  hasMore: false,
  next: undefined,
  loadingMore: false,
  fresh: [],
});
export const useProjectList = create<ProjectListState>(empty);
onReset(() => useProjectList.setState(empty()));

/** Returns the ids whose projects match, or null if the filter's code can't be loaded. */
async function matchingProjects(ids: readonly number[], filter: ProjectFilter): Promise<ReadonlySet<number> | null> {
  if (!isFiltered(filter)) return new Set(ids);
  try {
    const { matchesFilter } = await import('./matches-filter');
    return new Set(
      ids.filter((id) => {
        const project = projects.get(id);
        return project !== undefined && matchesFilter(project, filter);
      }),
    );
  } catch (error) {
    logFailure('The filter couldn’t be loaded', error);
    return null;
  }
}

const withoutId = (ids: readonly number[], id: number): readonly number[] => ids.filter((item) => item !== id);

const union = (above: readonly number[], below: readonly number[]): readonly number[] => [
  ...new Set([...above, ...below]),
];

/** Returns `before` with the found projects' fits replaced. */
function withFits(before: ProjectListState['fits'], { ids, fits }: FoundProjects): ProjectListState['fits'] {
  if (fits.length === 0 && !ids.some((id) => before.has(id))) return before;
  const others = [...before].filter(([id]) => !ids.includes(id));
  return new Map([...others, ...fits.map((fit) => [fit.project_id, fit] as const)]);
}

const newestOf = (ids: readonly number[]): number => Math.max(0, ...ids);

let runningFetch: AbortController | null = null;

/** Orders the fetches of the list from its top. */
const startCall = callOrder();

/** Fetches the first `count` projects for the current filter, and aborts an earlier fetch that is still running. */
export async function loadProjects(count: number = projectLimits.projectsPage): Promise<void> {
  runningFetch?.abort();
  const controller = new AbortController();
  runningFetch = controller;
  const [epoch, startedAt, isNewest] = [storesEpoch(), moment(), startCall()];
  const { filter } = useProjectList.getState();
  useProjectList.setState(({ list }) => ({ list: loading(list), loadingMore: false }));
  const answer = await fetchFirstProjects(filter, count, controller.signal);
  if (runningFetch !== controller || epoch !== storesEpoch()) return;
  if (!answer.ok) {
    useProjectList.setState(({ list }) => ({ list: failed(list, answer.error) }));
    return;
  }
  isNewest();
  const { ids, hasMore, next } = answer.value;
  // A project posted after the server ran the query is still new, even if its event arrived first.
  const newest = newestOf(ids);
  useProjectList.setState(({ fresh, fits }) => ({
    list: ready(ids),
    fits: withFits(fits, answer.value),
    hasMore,
    next,
    fresh: fresh.filter((id) => id > newest),
  }));
  // A project's event may have arrived before there was a list.
  for (const project of projects.changedSince(startedAt)) offerIfFresh(project);
}

/**
 * Fetches the loaded part of the list again after events may have been missed. Nothing moves: new projects wait above
 * the list. Returns true on success.
 */
export async function refreshProjects(): Promise<boolean> {
  await untilLoaded();
  const { list, filter } = useProjectList.getState();
  if (list.status === 'error' && list.data === null) await loadProjects();
  if (list.data === null) return useProjectList.getState().list.status !== 'error';
  const [epoch, startedAt, isNewest] = [storesEpoch(), moment(), startCall()];
  const count = Math.max(list.data.length, projectLimits.projectsPage);
  const answer = await fetchFirstProjects(filter, count);
  if (!answer.ok) return false;
  if (epoch !== storesEpoch() || filter !== useProjectList.getState().filter || !isNewest()) return true;
  useProjectList.setState((state) => ({
    fits: withFits(state.fits, answer.value),
    ...(filter.sort === null ? withNewAbove(state, answer.value) : withoutMissing(state, answer.value)),
  }));
  // The answer may lack a project whose event arrived first, even if the reader has already put it into the list.
  for (const project of projects.changedSince(startedAt)) offerIfFresh(project);
  return true;
}

/** Applies a refresh to a list that is newest first: new projects wait above it. */
function withNewAbove({ list, fresh }: ProjectListState, { ids, hasMore, next }: FoundProjects) {
  const shown = list.data ?? [];
  if (shown.length === 0) return { list: ready(ids), fresh: [], hasMore, next };
  const newest = newestOf(shown);
  const [above, within] = [ids.filter((id) => id > newest), ids.filter((id) => id <= newest)];
  // New projects may have pushed the last shown ones beyond the fetched pages.
  const beyond = hasMore ? shown.slice(shown.indexOf(ids.at(-1) ?? 0) + 1).filter((id) => !ids.includes(id)) : [];
  return {
    list: ready([...within, ...beyond]),
    fresh: union(fresh, above).toSorted((a, b) => b - a),
    ...(beyond.length > 0 ? {} : { hasMore, next }),
  };
}

/**
 * Applies a refresh to a list in another order. Shown projects keep their places, since rows would move under the reader; the next page
 * still follows the last shown one.
 */
function withoutMissing({ list, hasMore: hadMore }: ProjectListState, { ids, hasMore, next }: FoundProjects) {
  const shown = list.data ?? [];
  if (shown.length === 0) return { list: ready(ids), fresh: [], hasMore, next };
  return { list: ready(shown.filter((id) => hasMore || ids.includes(id))), hasMore: hasMore || hadMore };
}

/** Resolves once no fetch of the list is running. */
const untilLoaded = (): Promise<void> =>
  new Promise((resolve) => {
    if (useProjectList.getState().list.status !== 'loading') return resolve();
    const stop = useProjectList.subscribe(({ list }) => {
      if (list.status === 'loading') return;
      stop();
      resolve();
    });
  });

/** Shows the first page of the list for a filter. */
export async function openProjects(filter: ProjectFilter): Promise<void> {
  useProjectList.setState({ ...empty(), filter });
  await loadProjects();
}

/** Shows the list that the reader returns to, with at least `count` projects, the number loaded before. */
export async function returnToProjects(filter: ProjectFilter, count: number): Promise<void> {
  const { list, filter: shown } = useProjectList.getState();
  if (list.data !== null && isSameFilter(filter, shown) && list.data.length >= count) {
    await refreshProjects();
    return;
  }
  useProjectList.setState({ ...empty(), filter });
  await loadProjects(Math.max(count, projectLimits.projectsPage));
}

/** Fetches the next page. Does nothing while one is loading or if there is none. */
export async function loadMoreProjects(): Promise<Result<void>> {
  const { list, hasMore, loadingMore, filter, next: after } = useProjectList.getState();
  if (!hasMore || loadingMore || list.status !== 'ready') return { ok: true, value: undefined };
  const epoch = storesEpoch();
  useProjectList.setState({ loadingMore: true });
  const answer = await fetchProjects(filter, { after, before: list.data?.at(-1) });
  if (epoch !== storesEpoch() || useProjectList.getState().filter !== filter) return { ok: true, value: undefined };
  useProjectList.setState({ loadingMore: false });
  if (!answer.ok) return answer;
  const found = answer.value;
  useProjectList.setState((state) => ({
    list: mapData(state.list, (ids) => union(ids, found.ids)),
    fits: withFits(state.fits, found),
    hasMore: found.hasMore,
    next: found.next,
  }));
  return { ok: true, value: undefined };
}

/** Puts the waiting live projects at the top of the list. */
export const showFreshProjects = (): void =>
  useProjectList.setState(({ list, fresh }) => ({ list: mapData(list, (ids) => union(fresh, ids)), fresh: [] }));

/** Creates a project and puts it at the top of the list. `client_id` is the idempotency key. */
export async function createProject(body: ProjectBody, client_id: string): Promise<Result<Project>> {
  const startedAt = moment();
  const query = { client_id };
  const answer = mapResult(await request('POST /api/projects', { query, body }), (value) => value.data.project);
  if (answer.ok) {
    const { id } = answer.value;
    projects.upsert(answer.value, startedAt);
    useProjectList.setState(({ list, fresh }) => ({
      list: mapData(list, (ids) => union([id], ids)),
      fresh: withoutId(fresh, id),
    }));
  }
  return answer;
}

// A project newer than the list waits above it until the reader asks for it.
function offerIfFresh(project: ProjectEntity): void {
  const { id } = project;
  const { filter } = useProjectList.getState();
  if (!offersFresh(filter) || !isFresh(id)) return;
  if (!isFiltered(filter)) {
    if (isListed(project)) addFresh(id);
    return;
  }
  void matchingProjects([id], filter).then((matches) => {
    if (matches?.has(id) && filter === useProjectList.getState().filter && isFresh(id)) addFresh(id);
  });
}
projects.onChange(offerIfFresh);

/** Whether new projects can be offered: only newest first is a greater id on top, and only the server can filter by shared hours. */
const offersFresh = ({ sort, hours }: ProjectFilter): boolean => sort === null && hours === null;

const isFresh = (id: number): boolean => {
  const { list, fresh } = useProjectList.getState();
  return list.data !== null && id > newestOf(list.data) && !fresh.includes(id);
};

const addFresh = (id: number): void =>
  useProjectList.setState(({ fresh }) => ({ fresh: [id, ...fresh].toSorted((a, b) => b - a) }));

onProjectDropped(({ id }) =>
  useProjectList.setState(({ list, fresh }) => ({
    list: mapData(list, (ids) => withoutId(ids, id)),
    fresh: withoutId(fresh, id),
  })),
);
onProjectsMissed(refreshProjects);

/** Changes the filter: narrows the loaded projects at once, and fetches the server's answer. */
export async function setProjectFilter(filter: ProjectFilter): Promise<void> {
  useProjectList.setState({ filter });
  await Promise.all([loadProjects(), narrow(filter)]);
}

/**
 * Removes listed projects that don't match, unless the filter has changed again or the answer has arrived. Also removes waiting projects
 * unless they certainly match; the answer brings the others back.
 */
async function narrow(filter: ProjectFilter): Promise<void> {
  const before = useProjectList.getState();
  const matches = await matchingProjects([...(before.list.data ?? []), ...before.fresh], filter);
  useProjectList.setState((state) => {
    if (state.filter !== filter) return state;
    const isAnswered = state.list.status === 'ready';
    const fits = offersFresh(filter) ? matches : null;
    return {
      list: isAnswered || !matches ? state.list : mapData(state.list, (ids) => ids.filter((id) => matches.has(id))),
      fresh: state.fresh.filter((id) => fits?.has(id) || !before.fresh.includes(id)),
    };
  });
}
