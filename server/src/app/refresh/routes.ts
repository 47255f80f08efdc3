import { defineReadingCall } from '../../platform/http/contract-route.js';
import { ok } from '../../platform/lib/result.js';
import type { RefreshService } from './service.js';

export const refreshCalls = (refresh: RefreshService) =>
  defineReadingCall('GET /api/refresh', refresh.authenticate, async ({ member, query }) =>
    ok({ data: await refresh.refresh(member, query) }),
  );
