import type { contactCalls as contract } from '@sangam/shared/contact/calls';
import { answer, type Calls, defineCalls } from '../platform/http/contract-route.js';
import { ok } from '../platform/lib/result.js';
import type { RateLimits } from '../platform/limits/rate-limits.js';
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
  /** Each answer shows whether the member exists, so these calls are limited like a search by name. */
  const refuseStranger = async (member: { id: number }, otherId: number) =>
    (await haveConversation(member.id, otherId)) ? null : limits.take('peopleByMember', member.id);

  return defineCalls({
    'GET /api/blocks': async ({ member }) => ok({ data: { blocked: await blocks.list(member.id) } }),
    'PUT /api/blocks/:userId': async ({ member, params }) =>
      (await refuseStranger(member, params.userId)) ?? answer(await blocks.block(member.id, params.userId)),
    'DELETE /api/blocks/:userId': async ({ member, params }) =>
      (await refuseStranger(member, params.userId)) ?? answer(await blocks.unblock(member.id, params.userId)),
    'GET /api/knocks': async ({ member, query }) => ok({ data: await contactLimits.left(member.id, query.user_id) }),
    'PUT /api/messages/requests/:userId': async ({ member, params, body }) =>
      answer(await messageRequests.decide(member.id, params.userId, body.decision)),
    'PUT /api/messages/c/:conversationId/request': async ({ member, params, body }) =>
      answer(await messageRequests.decideIn(member.id, params.conversationId, body.decision)),
  });
}
