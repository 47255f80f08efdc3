import type { Route } from '../../platform/http/contract-route.js';
import { ok } from '../../platform/lib/result.js';
import type { PushService } from './service.js';

export function registerPushRoutes(route: Route, push: PushService): void {
  route('GET /api/push', async ({ member }) => ok({ data: await push.get(member) }));
  route('PUT /api/push', async ({ member, body }) => {
    const put = await push.put(member, body);
    return put.ok ? ok({ data: put.value }) : put;
  });
  route('DELETE /api/push', async ({ member }) => ok({ data: await push.delete(member) }));
}
