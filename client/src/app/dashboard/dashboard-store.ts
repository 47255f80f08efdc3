import type { CallAnswer } from '@sangam/shared/app/calls';
import type { Activity, Stats } from '@sangam/shared/app/dashboard';
import { appLimits } from '@sangam/shared/app/limits';
import { create } from 'zustand';
import { request } from '../../core/api/client';
import { mapResult, type Result } from '../../core/api/errors';
import { cacheList, cachePart } from '../../core/offline/cached-parts';
import { createList } from '../../core/store/list';
import { type Change, changeData, idle, type Loadable, load, ready } from '../../core/store/loadable';
import { rowsToFetch } from '../../core/store/pages';
import { onReset, storesEpoch } from '../../core/store/reset';
import { moment } from '../../core/store/table';
import { onProjectDropped } from '../../projects/state/project-changes';
import { isListed, type ProjectEntity, projects } from '../../projects/state/project-table';
import { mergeOwnRequests } from '../../requests/state/requests';

/** The number of lines fetched before the first press on Show more. Other sections show some of them. */
const FIRST_LINES = 12;

interface DashboardState {
  stats: Loadable<Stats>;
  activity: Loadable<ActivityPage>;
}

interface ActivityPage {
  lines: readonly Activity[];
  hasMore: boolean;
}

const empty = (): DashboardState => ({ stats: idle(), activity: idle() });
export const useDashboard = create<DashboardState>(empty);
onReset(() => useDashboard.setState(empty()));

cachePart({
  name: 'dashboard',
  take: () => {
    const { stats, activity } = useDashboard.getState();
    const lines = activity.data?.lines.slice(0, FIRST_LINES) ?? [];
    return stats.data && activity.data && { stats: stats.data, activity: { lines, hasMore: activity.data.hasMore } };
  },
  show: (cached) => {
    const { stats, activity } = useDashboard.getState();
    if (stats.data === null && activity.data === null)
      useDashboard.setState({ stats: ready(cached.stats), activity: ready(cached.activity) });
  },
  subscribe: useDashboard.subscribe,
});

/** Fetches stats, activity and the newest projects in parallel. */
export async function loadDashboard(): Promise<void> {
  await Promise.all([loadStats(), loadActivity(), recentProjects.load()]);
}

const setStats = (change: Change<Stats>): void => useDashboard.setState(({ stats }) => ({ stats: change(stats) }));
const setActivity = (change: Change<ActivityPage>): void =>
  useDashboard.setState(({ activity }) => ({ activity: change(activity) }));

export const loadStats = (): Promise<boolean> =>
  load(
    setStats,
    () => request('GET /api/dashboard/stats'),
    (answer) => answer.data,
  );

const toLines = ({ data, has_more }: CallAnswer<'GET /api/dashboard/recent-activity'>): ActivityPage => ({
  lines: data,
  hasMore: has_more,
});

/** Fetches the activity again, with as many lines as are shown. */
export function loadActivity(): Promise<boolean> {
  const shown = useDashboard.getState().activity.data?.lines.length ?? 0;
  const limit = rowsToFetch(shown, FIRST_LINES, appLimits.activityPageMax);
  return load(setActivity, () => request('GET /api/dashboard/recent-activity', { query: { limit } }), toLines);
}

/** Fetches the next lines of activity. */
export async function loadMoreActivity(): Promise<Result<void>> {
  const before = useDashboard.getState().activity.data?.lines.at(-1)?.id;
  const epoch = storesEpoch();
  const answer = await request('GET /api/dashboard/recent-activity', { query: { before } });
  if (answer.ok && epoch === storesEpoch()) {
    const { lines, hasMore } = toLines(answer.value);
    setActivity((state) =>
      changeData(state, (page) =>
        page.lines.at(-1)?.id === before ? { lines: [...page.lines, ...lines], hasMore } : page,
      ),
    );
  }
  return mapResult(answer, () => undefined);
}

/** The newest projects that their creators have recently confirmed (R9.1). */
export const recentProjects = createList({
  table: projects,
  belongs: (item): item is ProjectEntity => isListed(item),
  fetch: async ({ limit }) => {
    const startedAt = moment();
    const answer = await request('GET /api/projects', { query: { active: 'yes', limit } });
    return mapResult(answer, ({ data: { projects: items, my_join_requests: own = [], has_more } }) => {
      mergeOwnRequests(own, startedAt);
      return { items, has_more, total: items.length };
    });
  },
  max: appLimits.dashboardProjects,
});
cacheList('recentProjects', recentProjects);
onProjectDropped(({ id }) => {
  // Another project takes the place of the dropped one.
  if (recentProjects.useIds.getState().data?.includes(id)) void recentProjects.load();
});

/** Fetches the newest projects again if the dashboard has shown them. Returns false on failure. */
export const refreshRecent = async (): Promise<boolean> =>
  recentProjects.useIds.getState().status === 'idle' || recentProjects.load();
