import type { contactCalls as contract } from '@sangam/shared/contact/calls';
import { type Calls, defineCalls } from '../platform/http/contract-route.js';
import type { RateLimits } from '../platform/lib/rate-limits.js';
import { ok } from '../platform/lib/result.js';
import type { BlocksService } from './blocks/service.js';
import type { ContactLimits } from './limits/service.js';
import type { MessageRequestsService } from './message-requests/service.js';

export function contactCalls({
  blocks,
  contactLimits,
  messageRequests,
  limits,
  haveConversation,
}: {
  blocks: BlocksService;
  contactLimits: ContactLimits;
  messageRequests: MessageRequestsService;
  limits: RateLimits;
  haveConversation: (userId: number, otherId: number) => Promise<boolean>;
}): Calls<keyof typeof contract> {
  return defineCalls({
    'GET /api/blocks': async ({ member }) => ok({ data: { blocked: await blocks.list(member.id) } }),
    'PUT /api/blocks/:userId': async ({ member, params }) => {
      // The list of blocked members names them, so blocking must not list all members either.
      const isKnown = await haveConversation(member.id, params.userId);
      const refused = isKnown ? null : await limits.take('peopleByMember', member.id);
      if (refused) return refused;
      const change = await blocks.block(member.id, params.userId);
      return change.ok ? ok({ data: change.value }) : change;
    },
    'DELETE /api/blocks/:userId': async ({ member, params }) => {
      const change = await blocks.unblock(member.id, params.userId);
      return change.ok ? ok({ data: change.value }) : change;
    },
    'GET /api/knocks': async ({ member, query }) => ok({ data: await contactLimits.left(member.id, query.user_id) }),
    'PUT /api/messages/requests/:userId': async ({ member, params, body }) => {
      const change = await messageRequests.decide(member.id, params.userId, body.decision);
      return change.ok ? ok({ data: change.value }) : change;
    },
    'PUT /api/messages/c/:conversationId/request': async ({ member, params, body }) => {
      const change = await messageRequests.decideIn(member.id, params.conversationId, body.decision);
      return change.ok ? ok({ data: change.value }) : change;
    },
  });
}
