import { defineCalls } from '../../platform/http/contract-route.js';
import { ok } from '../../platform/lib/result.js';
import type { ConversationRequestsService } from './service.js';

export function requestCardCalls(service: ConversationRequestsService) {
  return defineCalls({
    'GET /api/conversations/requests': async ({ member, query }) =>
      ok({ data: await service.withoutMessages(member.id, query) }),
    'GET /api/conversations/:userId/requests': async ({ member, params }) =>
      ok({ data: await service.between(member.id, params.userId) }),
  });
}
