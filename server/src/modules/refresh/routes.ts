import type { Route } from '../../http/contract-route.js';
import { ok } from '../../lib/result.js';
import type { RefreshService } from './service.js';

export const registerRefreshRoute = (route: Route, refresh: RefreshService): void =>
  route('GET /api/refresh', async ({ member, query }) => ok({ data: await refresh.refresh(member.id, query) }));
