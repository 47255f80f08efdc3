import type { Route } from '../../platform/http/contract-route.js';
import { ok } from '../../platform/lib/result.js';
import type { ConversationRequestsService } from './service.js';

export function registerConversationRequestRoutes(route: Route, service: ConversationRequestsService): void {
  route('GET /api/conversations/requests', async ({ member, query }) =>
    ok({ data: await service.withoutMessages(member.id, query) }),
  );
  route('GET /api/conversations/:userId/requests', async ({ member, params }) =>
    ok({ data: await service.between(member.id, params.userId) }),
  );
}
