import type { Route } from '../../platform/http/contract-route.js';
import { ok } from '../../platform/lib/result.js';
import type { RefreshingMember, RefreshService } from './service.js';

export const registerRefreshRoute = (route: Route<RefreshingMember>, refresh: RefreshService): void =>
  route('GET /api/refresh', async ({ member, query }) => ok({ data: await refresh.refresh(member, query) }));
