import { defineCalls } from '../../platform/http/contract-route.js';
import { ok } from '../../platform/lib/result.js';
import type { DashboardService } from './service.js';

export function dashboardCalls(dashboard: DashboardService) {
  return defineCalls({
    'GET /api/dashboard/public-stats': async () => ok({ data: await dashboard.publicStats() }),
    'GET /api/dashboard/stats': async ({ member }) => ok({ data: await dashboard.stats(member.id) }),
    'GET /api/dashboard/recent-activity': async ({ member, query }) =>
      ok(await dashboard.recentActivity(member.id, query)),
  });
}
