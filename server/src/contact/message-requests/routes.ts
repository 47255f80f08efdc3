import { defineCalls } from '../../platform/http/contract-route.js';
import { ok } from '../../platform/lib/result.js';
import type { MessageRequestsService } from './service.js';

export function messageRequestCalls(messageRequests: MessageRequestsService) {
  return defineCalls({
    'PUT /api/messages/requests/:userId': async ({ member, params, body }) => {
      const change = await messageRequests.decide(member.id, params.userId, body.decision);
      return change.ok ? ok({ data: change.value }) : change;
    },
  });
}
