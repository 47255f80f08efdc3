import type { Route } from '../../platform/http/contract-route.js';
import { ok } from '../../platform/lib/result.js';
import type { DashboardService } from './service.js';

export function registerDashboardRoutes(route: Route, dashboard: DashboardService): void {
  route('GET /api/dashboard/public-stats', async () => ok({ data: await dashboard.publicStats() }));
  route('GET /api/dashboard/stats', async ({ member }) => ok({ data: await dashboard.stats(member.id) }));
  route('GET /api/dashboard/recent-activity', async ({ member, query }) =>
    ok(await dashboard.recentActivity(member.id, query)),
  );
}
