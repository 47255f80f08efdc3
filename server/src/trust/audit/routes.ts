import type { Route } from '../../platform/http/contract-route.js';
import { ok } from '../../platform/lib/result.js';
import type { AuditService } from './service.js';

export const registerAuditRoutes = (route: Route, audit: AuditService): void =>
  route('GET /api/account/activity', async ({ member, query }) => {
    const page = await audit.own(member.id, query);
    return page.ok ? ok({ data: page.value }) : page;
  });
