import type { Suggestions } from '@sangam/shared/people/users';
import { defineAliasedCall, defineCalls, defineReadingCall } from '../platform/http/contract-route.js';
import { ok } from '../platform/lib/result.js';
import type { DashboardService } from './dashboard/service.js';
import type { ProjectPagesService } from './project-page/service.js';
import type { RefreshService } from './refresh/service.js';

export function dashboardCalls(dashboard: DashboardService) {
  return defineCalls({
    'GET /api/dashboard/public-stats': async () => ok({ data: await dashboard.publicStats() }),
    'GET /api/dashboard/stats': async ({ member }) => ok({ data: await dashboard.stats(member.id) }),
    'GET /api/dashboard/recent-activity': async ({ member, query }) =>
      ok(await dashboard.recentActivity(member.id, query)),
  });
}

export const projectPageCalls = (projectPages: ProjectPagesService) =>
  defineAliasedCall('GET /api/projects/:id', '/projects/:id', ({ member, params }) =>
    projectPages.page(member, params.id),
  );

export const refreshCalls = (refresh: RefreshService) =>
  defineReadingCall('GET /api/refresh', refresh.authenticate, async ({ member, query }) =>
    ok({ data: await refresh.refresh(member, query) }),
  );

export function suggestionCalls(suggestions: () => Promise<Suggestions>) {
  return defineCalls({
    'GET /api/users/suggestions': async () => ok({ data: await suggestions() }),
  });
}
