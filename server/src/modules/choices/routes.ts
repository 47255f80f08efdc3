import type { Route } from '../../http/contract-route.js';
import { ok } from '../../lib/result.js';
import type { ChoicesService } from './service.js';

export function registerChoicesRoutes(route: Route, choices: ChoicesService): void {
  route('GET /api/notification-choices', async ({ member }) => ok({ data: await choices.get(member.id) }));
  route('PATCH /api/notification-choices', async ({ member, body }) => {
    const changed = await choices.change(member.id, body);
    return changed.ok ? ok({ data: changed.value }) : changed;
  });
}
