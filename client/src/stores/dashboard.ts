import type { Activity, Stats } from '@sangam/shared/contract/dashboard';
import { limits } from '@sangam/shared/rules/limits';
import { create } from 'zustand';
import { request } from '../api/client';
import { createList } from './entities/list';
import { projects } from './entities/projects';
import { type Change, idle, type Loadable, load, mapResult } from './loadable';
import { onReset } from './reset';

interface DashboardState {
  stats: Loadable<Stats>;
  activity: Loadable<Activity[]>;
}

const empty = (): DashboardState => ({ stats: idle(), activity: idle() });
export const useDashboard = create<DashboardState>(empty);
onReset(() => useDashboard.setState(empty()));

/** Fetches the member's counts, feed and the newest projects side by side. */
export async function loadDashboard(): Promise<void> {
  await Promise.all([loadStats(), loadActivity(), recentProjects.load()]);
}

const setStats = (change: Change<Stats>): void => useDashboard.setState(({ stats }) => ({ stats: change(stats) }));
const setActivity = (change: Change<Activity[]>): void =>
  useDashboard.setState(({ activity }) => ({ activity: change(activity) }));

export const loadStats = (): Promise<boolean> =>
  load(
    setStats,
    () => request('GET /api/dashboard/stats'),
    (answer) => answer.data,
  );

export const loadActivity = (): Promise<boolean> =>
  load(
    setActivity,
    () => request('GET /api/dashboard/recent-activity'),
    (answer) => answer.data,
  );

/** The newest projects of all (R9.1). */
export const recentProjects = createList({
  table: projects,
  fetch: async () =>
    mapResult(
      await request('GET /api/projects', { query: { limit: limits.dashboardProjects } }),
      (answer) => answer.data.projects,
    ),
  max: limits.dashboardProjects,
});
