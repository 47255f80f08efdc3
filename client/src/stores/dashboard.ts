import type { Activity, PublicStats, Stats } from '@sangam/shared/contract/dashboard';
import type { Project } from '@sangam/shared/contract/projects';
import { limits } from '@sangam/shared/rules/limits';
import { create } from 'zustand';
import { request } from '../api/client';
import { idle, type Loadable, load, mapData, mapResult } from './loadable';
import { onReset } from './reset';

interface DashboardState {
  stats: Loadable<Stats>;
  activity: Loadable<Activity[]>;
  recentProjects: Loadable<Project[]>;
  publicStats: Loadable<PublicStats>;
}

const empty = (): DashboardState => ({
  stats: idle(),
  activity: idle(),
  recentProjects: idle(),
  publicStats: idle(),
});
export const useDashboard = create<DashboardState>(empty);
onReset(() => useDashboard.setState(({ publicStats }) => ({ ...empty(), publicStats })));

/** Fetches the member's counts, feed and the newest projects side by side. */
export async function loadDashboard(): Promise<void> {
  await Promise.all([loadStats(), loadActivity(), loadRecentProjects()]);
}

export const loadStats = (): Promise<boolean> =>
  load<Stats>(
    (change) => useDashboard.setState((state) => ({ stats: change(state.stats) })),
    async () => mapResult(await request('GET /api/dashboard/stats'), (answer) => answer.data),
  );

export const loadActivity = (): Promise<boolean> =>
  load<Activity[]>(
    (change) => useDashboard.setState((state) => ({ activity: change(state.activity) })),
    async () => mapResult(await request('GET /api/dashboard/recent-activity'), (answer) => answer.data),
  );

/** The first 6 of the project list (R9.1). */
export const loadRecentProjects = (): Promise<boolean> =>
  load<Project[]>(
    (change) => useDashboard.setState((state) => ({ recentProjects: change(state.recentProjects) })),
    async () =>
      mapResult(
        await request('GET /api/projects', { query: { limit: limits.dashboardProjects } }),
        (answer) => answer.data.projects,
      ),
  );

/** What the login page shows to everybody. */
export const loadPublicStats = (): Promise<boolean> =>
  load<PublicStats>(
    (change) => useDashboard.setState((state) => ({ publicStats: change(state.publicStats) })),
    async () => mapResult(await request('GET /api/dashboard/public-stats'), (answer) => answer.data),
  );

/** A live project: a new one comes first, a changed one is replaced where it stands. */
export function applyRecentProject(project: Project): void {
  useDashboard.setState(({ recentProjects }) => ({
    recentProjects: mapData(recentProjects, (list) =>
      [project, ...list.filter((item) => item.id !== project.id)]
        .toSorted((a, b) => b.id - a.id)
        .slice(0, limits.dashboardProjects),
    ),
  }));
}
